import type { HelpSection } from './command.ts';

/** The form of tasks, for help. The page for people is `design/eval-tasks.md`. */
export const TASK_FORMAT: readonly HelpSection[] = [
  {
    title: 'A task is a JSON object on a line of its own:',
    rows: [
      ['id', 'names the task; default: by its contents'],
      ['messages', '[{"role": "user", "content": "..."}]; system and earlier turns may come first'],
      ['expected', 'what graders look for, see below'],
      ['limits', 'max_steps, time_limit_s, max_tokens, max_cost_usd, and those below'],
      ['tools_allowed', '["name"]: the tools the agent may call (ForbiddenTools judges it)'],
      ['metadata', 'anything; "tags" are shown in reports'],
    ],
  },
  {
    title: 'What a task expects, and the grader that reads it, which must be among --graders:',
    rows: [
      ['expected.final_contains', 'FinalContains: a text in the answer'],
      ['expected.final_regex', 'FinalRegex: a pattern in it; ^ and $ are at lines'],
      ['expected.final_json_required_keys', 'FinalJSON: the answer is an object with these keys'],
      ['expected.transcript_contains', 'TranscriptContains: a text anywhere'],
      ['expected.transcript_regex', 'TranscriptRegex: a pattern anywhere'],
      ['expected.must_call_tool', 'ToolCallSequence: this tool is called'],
      ['expected.tool_call_order', 'ToolCallOrder: these tools are, in this order'],
      ['expected.trajectory', 'Trajectory: [{"name", "arguments"?}], the calls made'],
      [
        'expected.tool_calls',
        'ToolCallMatch: [{"name", "arguments": {"a": [values]}}], first reply',
      ],
      ['expected.functions', 'ToolCallMatch: how their parameters are declared'],
      ['expected.tool_result_name', 'ToolResultJSON: the last result of this tool is an object'],
      ['expected.tool_result_required_keys', 'ToolResultJSON: with these keys'],
      ['expected.max_duration_s', 'LatencyLimit: seconds of the trial'],
      ['expected.llm_judge_rubric', 'LLMJudge, in programs only'],
      ['limits.max_tool_calls', 'MaxToolCalls'],
      ['limits.min_tool_calls', 'MinToolCalls'],
      ['limits.max_cost_usd', 'CostLimit, and it ends the trial'],
    ],
  },
];
