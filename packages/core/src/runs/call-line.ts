/** A tool that is called by hand. */
export interface CallLine {
  readonly name: string;
  /** Whatever stands behind the name; the pipeline makes arguments of it. */
  readonly arguments: string;
}

const begin = /^\s*\/call(?![\w-])/;
const whole = /^\s*\/call\s+([^\s{[(]+)\s*([\s\S]*)$/;

/** Whether a message is a call by hand and not a question: such a run asks no model. */
export function isCallLine(text: string): boolean {
  return begin.test(text);
}

/** `/call server.tool {"path": "notes.txt"}`. Undefined where no tool is named. */
export function parseCallLine(text: string): CallLine | undefined {
  const [, name, rest = ''] = whole.exec(text) ?? [];
  return name === undefined ? undefined : { name, arguments: rest.trim() };
}

export const callLineHelp =
  'Name the tool, and then its arguments, as in: /call files.read {"path": "notes.txt"}';
