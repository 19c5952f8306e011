import type { HelpSection } from '../../command.ts';

/** The task format for the help text. The full documentation is `design/eval-tasks.md`. */
export const TASK_FORMAT: readonly HelpSection[] = [
  {
    title: 'Task format (one JSON object per line):',
    rows: [
      ['id', 'id of the task (default: derived from its content)'],
      ['messages', '[{"role": "user", "content": "..."}]; system and earlier turns may come first'],
      ['expected', 'expectations for the graders, see below'],
      ['limits', 'max_steps, time_limit_s, max_tokens, max_cost_usd, and the limits below'],
      ['tools_allowed', '["name"]: the tools the agent may call (checked by ForbiddenTools)'],
      ['metadata', 'any values; "tags" are shown in reports'],
    ],
  },
  {
    title: 'Expectations of a task, with the grader that checks each (include it in --graders):',
    rows: [
      ['expected.final_contains', 'FinalContains: a text in the answer'],
      ['expected.final_regex', 'FinalRegex: a pattern in the answer; ^ and $ match at line ends'],
      ['expected.final_json_required_keys', 'FinalJSON: the answer is an object with these keys'],
      [
        'expected.transcript_contains',
        'TranscriptContains: a text that occurs anywhere in the transcript',
      ],
      ['expected.transcript_regex', 'TranscriptRegex: a pattern anywhere'],
      ['expected.must_call_tool', 'ToolCallSequence: this tool is called'],
      ['expected.tool_call_order', 'ToolCallOrder: these tools are called in this order'],
      ['expected.trajectory', 'Trajectory: [{"name", "arguments"?}], the expected calls'],
      [
        'expected.tool_calls',
        'ToolCallMatch: [{"name", "arguments": {"a": [values]}}], in the first reply',
      ],
      ['expected.functions', 'ToolCallMatch: the parameter declarations of the functions'],
      ['expected.tool_result_name', 'ToolResultJSON: the last result of this tool is an object'],
      ['expected.tool_result_required_keys', 'ToolResultJSON: the keys of this object'],
      ['expected.max_duration_s', 'LatencyLimit: maximum seconds of the trial'],
      [
        'expected.llm_judge_rubric',
        'LLMJudge, with --judge: a model decides that the answer satisfies the rubric',
      ],
      ['limits.max_tool_calls', 'MaxToolCalls'],
      ['limits.min_tool_calls', 'MinToolCalls'],
      ['limits.max_cost_usd', 'CostLimit; also ends the trial'],
    ],
  },
];
