import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReact } from './read-react.ts';

/** What a model meant: `tool(arguments)`, `= answer`, or the first words of what it is told. */
function meaning(text: string, isLast = false): string {
  const turn = readReact(text, isLast);
  if (turn.kind === 'answer') return `= ${turn.text}`;
  if (turn.kind === 'malformed') return `! ${turn.correction}`;
  return turn.calls.map(({ name, arguments: args }) => `${name}(${args})`).join(' ');
}

const empty = '! Your reply was empty.';
const noMark = '! Your reply has neither "Action:" nor "Final Answer:" at the beginning of a line.';
const onlyThought = '! A thought alone does nothing.';
const noTool = '! "Action:" names no tool.';
const noName = '! "Action:" must have the name of one tool and nothing else';
const noAction = '! "Action Input:" has no "Action:" with the name of a tool before it.';
const invented = '! You wrote an observation yourself.';
const pods = 'k8s.pods({"ns": "a"})';

const corpus: readonly (readonly [why: string, reply: string, meant: string])[] = [
  ['as it should be', 'Thought: look\nAction: k8s.pods\nAction Input: {"ns": "a"}', pods],
  ['an answer as it should be', 'Thought: I know.\nFinal Answer: Three pods.', '= Three pods.'],
  ['no thought', 'Action: k8s.pods\nAction Input: {"ns": "a"}', pods],
  ['an answer alone', 'Final Answer: 42', '= 42'],
  ['an answer of several lines', 'Final Answer: one\n\ntwo\n- three', '= one\n\ntwo\n- three'],
  ['an answer on the next line', 'Final Answer:\nIt is fine.', '= It is fine.'],
  ['lower case', 'thought: x\naction: k8s.pods\naction input: {"ns": "a"}', pods],
  ['upper case', 'THOUGHT: x\nACTION: k8s.pods\nACTION INPUT: {"ns": "a"}', pods],
  ['Windows line ends', 'Thought: x\r\nAction: k8s.pods\r\nAction Input: {"ns": "a"}\r\n', pods],
  ['bold labels', '**Thought:** x\n**Action:** k8s.pods\n**Action Input:** {"ns": "a"}', pods],
  ['bold labels, the colon outside', '**Action**: k8s.pods\n**Action Input**: {"ns": "a"}', pods],
  ['headings', '### Thought: x\n### Action: k8s.pods\n### Action Input: {"ns": "a"}', pods],
  ['a list', '- Thought: x\n- Action: k8s.pods\n- Action Input: {"ns": "a"}', pods],
  ['a quotation', '> Action: k8s.pods\n> Action Input: {"ns": "a"}', pods],
  ['indented', '  Action: k8s.pods\n    Action Input: {"ns": "a"}', pods],
  ['numbered labels', 'Thought 1: x\nAction 1: k8s.pods\nAction Input 1: {"ns": "a"}', pods],
  ['a space before the colon', 'Action : k8s.pods\nAction Input : {"ns": "a"}', pods],
  ['full-width colons', 'Action：k8s.pods\nAction Input：{"ns": "a"}', pods],
  ['labels in one word', 'Action: k8s.pods\nActionInput: {"ns": "a"}', pods],
  ['labels with an underscore', 'Action: k8s.pods\nAction_Input: {"ns": "a"}', pods],
  ['an answer with an underscore', 'Final_Answer: done', '= done'],
  ['an answer in bold', '**Final Answer:** done', '= done'],
  ['the name on the next line', 'Action:\nk8s.pods\nAction Input:\n{"ns": "a"}', pods],
  ['the name in backticks', 'Action: `k8s.pods`\nAction Input: {"ns": "a"}', pods],
  ['the name in quotes', 'Action: "k8s.pods"\nAction Input: {"ns": "a"}', pods],
  ['the name in bold', 'Action: **k8s.pods**\nAction Input: {"ns": "a"}', pods],
  ['the offered name', 'Action: k8s__pods\nAction Input: {"ns": "a"}', 'k8s__pods({"ns": "a"})'],
  ['a full stop behind the name', 'Action: k8s.pods .\nAction Input: {"ns": "a"}', pods],
  ['input in a code block', 'Action: k8s.pods\nAction Input:\n```json\n{"ns": "a"}\n```', pods],
  ['input in a code block without a language', 'Action: k8s.pods\nAction Input: ```{"ns": "a"}```', pods],
  ['input in tildes', 'Action: k8s.pods\nAction Input:\n~~~\n{"ns": "a"}\n~~~', pods],
  ['input in a code block that never ends', 'Action: k8s.pods\nAction Input:\n```json\n{"ns": "a"}', pods],
  ['input in backticks', 'Action: k8s.pods\nAction Input: `{"ns": "a"}`', pods],
  ['everything in a code block', '```\nAction: k8s.pods\nAction Input: {"ns": "a"}\n```', pods],
  ['words behind the input', 'Action: k8s.pods\nAction Input: {"ns": "a"}\n\nNow I wait.', pods],
  ['words behind a code block', 'Action: k8s.pods\nAction Input:\n```json\n{"ns": "a"}\n```\nI wait.', pods],
  ['input of several lines', 'Action: f.w\nAction Input: {\n  "a": 1\n}', 'f.w({\n  "a": 1\n})'],
  ['input that is YAML', 'Action: f.w\nAction Input: a:\n  - b', 'f.w(a:\n  - b)'],
  ['input that is pairs', 'Action: f.w\nAction Input: ns: a, n=5', 'f.w(ns: a, n=5)'],
  ['input that is prose', 'Action: f.w\nAction Input: all the pods', 'f.w(all the pods)'],
  ['input that is broken JSON', 'Action: f.w\nAction Input: {"a": 1', 'f.w({"a": 1)'],
  ['input with a brace in a text', 'Action: f.w\nAction Input: {"a": "}\\"{"} ok', 'f.w({"a": "}\\"{"})'],
  ['no input', 'Thought: x\nAction: k8s.pods', 'k8s.pods()'],
  ['empty input', 'Action: k8s.pods\nAction Input:', 'k8s.pods()'],
  ['a call like code', 'Action: k8s.pods({"ns": "a"})', pods],
  ['a call like code without arguments', 'Action: k8s.pods()', 'k8s.pods()'],
  ['input in the line of the action', 'Action: k8s.pods {"ns": "a"}', pods],
  ['input named in the line of the action', 'Action: k8s.pods with input {"ns": "a"}', pods],
  ['an action as JSON', 'Action: {"tool": "k8s.pods", "arguments": {"ns":"a"}}', 'k8s.pods({"ns":"a"})'],
  ['an action as JSON in a block', 'Action:\n```json\n{"action": "t", "action_input": "x"}\n```', 't(x)'],
  ['nothing but JSON', '{"action": "k8s.pods", "action_input": {"ns":"a"}}', 'k8s.pods({"ns":"a"})'],
  ['an answer as JSON', '{"action": "Final Answer", "action_input": "Done."}', '= Done.'],
  ['a final answer as JSON', '{"final_answer": "Done."}', '= Done.'],
  ['an invented observation', 'Action: a.b\nAction Input: {}\nObservation: ok\nFinal Answer: ok', 'a.b({})'],
  ['a second action', 'Action: a.b\nAction Input: {}\nAction: c.d\nAction Input: {}', 'a.b({})'],
  [
    'an answer that speaks of actions',
    'Final Answer: Do this:\nAction: restart it',
    '= Do this:\nAction: restart it',
  ],
  ['an answer with a thought behind it', 'Final Answer: yes\nThought: hm', '= yes\nThought: hm'],
  ['prose before the thought', 'Sure!\n\nThought: x\nAction: a.b\nAction Input: {}', 'a.b({})'],
  ['all in one line', 'Thought: I look. Action: a.b Action Input: {}', 'a.b({})'],
  ['the answer behind a sentence', 'Thought: I know it. Final Answer: yes', '= yes'],
  ['the action behind a sentence', 'I must look. Action: a.b', 'a.b()'],
  ['a word that is no label', 'The action: restart. My final answer: none yet.', noMark],
  ['its own thinking', '<think>Action: x.y</think>\nFinal Answer: ok', '= ok'],
  ['its own thinking that never ends', '<think>Action: x.y\nFinal Answer: ok', empty],
  ['nothing', '', empty],
  ['spaces', ' \n\t', empty],
  ['plain prose', 'There are three pods.', noMark],
  ['a thought alone', 'Thought: I should look at the pods.', onlyThought],
  ['two thoughts', 'Thought: a\nThought: b', onlyThought],
  ['an observation alone', 'Observation: three pods', invented],
  ['input alone', 'Action Input: {"ns": "a"}', noAction],
  ['an empty action', 'Action:\nAction Input: {}', noTool],
  ['no action in words', 'Thought: enough\nAction: None', noTool],
  ['no action needed', 'Action: No action needed.', noTool],
  ['no action, abbreviated', 'Action: N/A\nAction Input: N/A', noTool],
  ['a sentence as an action', 'Action: I will list all the pods', noName],
  ['an empty answer', 'Thought: x\nFinal Answer:', '! "Final Answer:" has nothing behind it.'],
  ['JSON that means nothing here', '{"pods": 3}', noMark],
  ['broken JSON alone', '{"action": "a.b"', noMark],
  ['a table', '| Action | b |\n|---|---|', noMark],
];

describe('a reply in ReAct', () => {
  it('has a corpus of at least 60 replies that are not as they should be', () => {
    expect(corpus.length).toBeGreaterThan(62);
    expect(new Set(corpus.map(([, reply]) => reply)).size).toBe(corpus.length);
  });

  it.each(corpus)('%s', (_, reply, meant) => {
    const shown = meant.startsWith('! ') ? meant.length : undefined;
    expect(meaning(reply).slice(0, shown)).toBe(meant);
  });

  it('that cannot be used is answered with what would be right', () => {
    expect(meaning('hello')).toBe(
      `${noMark} Write either "Action:" with the name of one tool and "Action Input:" with a JSON object, or "Final Answer:" with the answer.`,
    );
  });
});

describe('the last reply in ReAct', () => {
  it.each([
    ['the answer', 'Thought: x\nFinal Answer: yes', '= yes'],
    ['what it thought, if it still wants to act', 'Thought: it is the disk\nAction: a.b', '= it is the disk'],
    ['whatever it said', 'It is the disk.', '= It is the disk.'],
    ['nothing, if it said nothing', '', '= '],
  ])('is %s', (_, reply, meant) => {
    expect(meaning(reply, true)).toBe(meant);
  });
});

describe('any reply', () => {
  it('is read, whatever it is, and always the same', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'Action:',
        'Action Input:',
        'Final Answer:',
        'Thought:',
        '\n',
        '```',
        '{',
        '}',
        '"',
        '**',
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.boolean(), (pieces, isLast) => {
        const text = pieces.join('');
        expect(readReact(text, isLast)).toEqual(readReact(text, isLast));
      }),
    );
  });

  it.each(['*', ' ', '\t', '`', '{', '"', '\n', '> ', 'Action: ', '. ', '<think>', '#'])(
    'of a hundred thousand times %j is read without going back',
    (piece) => {
      expect(readReact(piece.repeat(100_000), false).kind).toBeDefined();
    },
  );
});
