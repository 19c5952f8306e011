import type { JsonObject } from '@timestep-ai/timestep';
import type { Behaviour, Door, Expected, Tool } from './setup.ts';

const UNSPOKEN: readonly Door[] = ['A2A', 'gRPC', 'MCP'];
const FORBIDDEN = '{"error":"forbidden_tool:';
const USED_UP = '{"error":"max_tool_calls"';
const ALL: readonly Tool[] = ['look', 'pay', 'order', 'book', 'draw', 'seat'];
const FORM: JsonObject = {
  type: 'json_schema',
  name: 'results',
  description: 'what was read',
  schema: { type: 'array', items: { type: 'string' } },
  strict: true,
};
const LOST: Expected = { read: 'lost' };

export const BEHAVIOURS: readonly Behaviour[] = [
  {
    name: 'a tool that needs approval runs after a yes',
    plan: [['pay']],
    approves: true,
    expected: { asked: ['pay'], ranWhenAsked: [[]], ran: ['pay'], read: ['paid'] },
    broken: { without: 'needsApproval' },
  },
  {
    name: 'a tool that needs approval does not run after a no',
    plan: [['look', 'pay']],
    approves: false,
    expected: { asked: ['pay'], ran: ['look'], read: ['saw', '{"error":"denied"'] },
    exceptions: [
      {
        doors: ['MCP'],
        sites: ['client'],
        why: 'the person is asked by the environment, which says no in words of its own',
        expected: { asked: ['pay'], ran: ['look'], read: ['saw', '{"error":"a person refused'] },
      },
    ],
    broken: { without: 'needsApproval' },
  },
  {
    name: 'a decision holds that is made after a restart',
    plan: [['pay']],
    approves: true,
    restarts: true,
    expected: { asked: ['pay'], ranWhenAsked: [[]], ran: ['pay'], read: ['paid'] },
    inMemory: LOST,
    broken: { approves: false },
  },
  {
    name: 'a call that was cut off is probed, and not made again',
    plan: [['order']],
    restarts: true,
    expected: { ran: ['order'], probed: 1, read: ['ordered before'] },
    exceptions: [
      {
        doors: ['MCP'],
        sites: ['server'],
        why: 'MCP has no words for a probe',
        expected: { ran: ['order'], probed: 0, read: ['{"error":"interrupted"'] },
      },
      {
        sites: ['client'],
        why: 'the caller makes the call: what became of it only the caller can ask',
        expected: { ran: ['order'], probed: 0, read: ['ordered'] },
      },
    ],
    inMemory: { ...LOST, probed: 0 },
    broken: { plan: [['look']] },
  },
  {
    name: 'a tool that the agent may not call neither runs nor is asked about',
    plan: [['pay', 'look']],
    approves: true,
    toolsAllowed: ['look'],
    expected: {
      asked: [],
      ran: ['look'],
      offered: [['look'], ['look']],
      read: [`${FORBIDDEN}pay"`, 'saw'],
    },
    broken: { toolsAllowed: ALL },
  },
  {
    name: 'a tool asks, and is called again with the answer',
    plan: [['book'], ['look']],
    expected: {
      questions: ['For whom?'],
      ran: ['book', 'book', 'look'],
      read: ['booked for Ada', 'saw'],
    },
    broken: { without: 'question' },
  },
  {
    name: 'an answer holds that is given after a restart',
    plan: [['book']],
    restarts: true,
    expected: { questions: ['For whom?'], ran: ['book', 'book'], read: ['booked for Ada'] },
    inMemory: LOST,
    broken: { without: 'question' },
  },
  {
    name: 'a tool gives an artifact, of which the model reads nothing',
    plan: [['draw']],
    expected: { given: ['plan.md: # Plan'], ran: ['draw'], read: ['drawn'] },
    broken: { without: 'artifact' },
  },
  {
    name: 'a tool asks for data, and is called again with what the form held',
    plan: [['seat']],
    expected: { questions: ['Which seat?'], ran: ['seat', 'seat'], read: ['seat 12 window'] },
    broken: { without: 'form' },
  },
  {
    name: 'a picture reaches the model',
    plan: [['look']],
    picture: true,
    expected: { pictures: ['image/png', 'image/png'], ran: ['look'], read: ['saw'] },
    broken: { picture: false },
  },
  {
    name: 'a picture is kept over a question and a restart',
    plan: [['pay']],
    approves: true,
    picture: true,
    restarts: true,
    expected: { pictures: ['image/png', 'image/png'], ran: ['pay'], read: ['paid'] },
    inMemory: LOST,
    broken: { picture: false },
  },
  {
    name: 'a task ends with its call when the caller cancels it',
    plan: [['order']],
    cancels: true,
    expected: { ran: ['order'], stopped: 1, ended: ['canceled'] },
    exceptions: [
      {
        doors: ['Responses'],
        sites: ['client'],
        why: 'a response that asks for calls is complete',
        expected: { ran: [], stopped: 0, ended: [] },
      },
      {
        sites: ['client'],
        why: 'the caller has not made the call',
        expected: { ran: [], stopped: 0, ended: ['canceled'] },
      },
    ],
    broken: { cancels: false },
  },
  {
    name: 'the agent ends at its limit of replies, and says so',
    plan: [['look'], ['look']],
    maxSteps: 2,
    expected: { ran: ['look', 'look'], ended: ['limit'] },
    broken: { maxSteps: 3 },
  },
  {
    name: 'an answer in a form that the caller gives',
    plan: [['look']],
    settings: { text: { format: FORM } },
    expected: { forms: [FORM, FORM], ran: ['look'], read: ['saw'] },
    exceptions: [
      {
        doors: UNSPOKEN,
        why: 'not expressible: the agent decides about the form',
        setup: { settings: {} },
        expected: { forms: [null, null], ran: ['look'], read: ['saw'] },
      },
    ],
    broken: { settings: {}, plan: [] },
  },
  {
    name: 'tool_choice none',
    plan: [['look', 'pay']],
    approves: true,
    settings: { tool_choice: 'none' },
    expected: { asked: [], ran: [], offered: [[], []], read: [`${FORBIDDEN}look"`, FORBIDDEN] },
    exceptions: [
      {
        doors: UNSPOKEN,
        why: 'not expressible: the agent may be given no tools',
        setup: { settings: {}, toolsAllowed: [] },
        expected: { asked: [], ran: [], offered: [[], []], read: [`${FORBIDDEN}look"`, FORBIDDEN] },
      },
    ],
    broken: { settings: {}, toolsAllowed: ALL },
  },
  {
    name: 'allowed_tools',
    plan: [['pay', 'look'], ['order']],
    approves: true,
    settings: {
      tool_choice: {
        type: 'allowed_tools',
        mode: 'auto',
        tools: [{ type: 'function', name: 'look' }],
      },
    },
    expected: {
      asked: [],
      ran: ['look'],
      offered: [['look'], ['look'], ['look']],
      read: [`${FORBIDDEN}pay"`, 'saw', `${FORBIDDEN}order"`],
    },
    exceptions: [
      {
        doors: UNSPOKEN,
        why: 'not expressible: the agent may be given fewer tools',
        setup: { settings: {}, toolsAllowed: ['look'] },
        expected: {
          asked: [],
          ran: ['look'],
          offered: [['look'], ['look'], ['look']],
          read: [`${FORBIDDEN}pay"`, 'saw', `${FORBIDDEN}order"`],
        },
      },
    ],
    broken: { settings: {}, toolsAllowed: ALL },
  },
  {
    name: 'tool_choice required holds for the first reply',
    plan: [['look']],
    settings: { tool_choice: 'required' },
    expected: { ran: ['look'], choices: ['required', 'auto'], read: ['saw'] },
    exceptions: [
      {
        doors: UNSPOKEN,
        why: 'not expressible: the model chooses',
        setup: { settings: {} },
        expected: { ran: ['look'], choices: [null, null], read: ['saw'] },
      },
    ],
    broken: { plan: [] },
  },
  {
    name: 'max_tool_calls, in one reply and in the next',
    plan: [['look', 'look'], ['look']],
    settings: { max_tool_calls: 1 },
    expected: { ran: ['look'], read: ['saw', USED_UP, USED_UP] },
    exceptions: [
      {
        doors: UNSPOKEN,
        why: 'not expressible: only the steps of the agent are limited',
        setup: { settings: {} },
        expected: { ran: ['look', 'look', 'look'], read: ['saw', 'saw', 'saw'] },
      },
    ],
    broken: { settings: { max_tool_calls: 2 }, plan: [['look', 'look']] },
  },
  {
    name: 'max_tool_calls, counted over a question and a restart',
    plan: [['pay'], ['look']],
    approves: true,
    restarts: true,
    settings: { max_tool_calls: 1 },
    expected: { asked: ['pay'], ran: ['pay'], read: ['paid', USED_UP] },
    exceptions: [
      {
        doors: UNSPOKEN,
        why: 'not expressible: only the steps of the agent are limited',
        setup: { settings: {} },
        expected: { asked: ['pay'], ran: ['pay', 'look'], read: ['paid', 'saw'] },
      },
    ],
    inMemory: LOST,
    broken: { settings: { max_tool_calls: 2 }, plan: [['pay'], ['look'], ['look']] },
  },
];
