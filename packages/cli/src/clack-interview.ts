import { intro, isCancel, multiselect, outro, select, text } from '@clack/prompts';
import type { Choice, Interview } from './interview.ts';

const output = process.stderr;

/** Questions on a terminal, on stderr, as everything that is no result. */
export const clackInterview: Interview = {
  begin: async (title) => intro(title, { output }),
  end: async (words) => outro(words, { output }),

  async ask(message, orElse, check) {
    const validate = (answer: string | undefined): string | undefined => check(answer || orElse);
    return unlessCancelled(
      await text({ message, placeholder: orElse, defaultValue: orElse, validate, output }),
    );
  },

  choose: async (message, choices) =>
    unlessCancelled(await select({ message, options: optionsOf(choices), output })),

  async chooseSome(message, choices) {
    return unlessCancelled(
      await multiselect({ message, options: optionsOf(choices), required: false, output }),
    );
  },
};

function optionsOf(choices: readonly Choice[]) {
  return choices.map(({ value, label, hint }) =>
    hint === undefined ? { value, label } : { value, label, hint },
  );
}

function unlessCancelled<T>(answer: T): Exclude<T, symbol> | undefined {
  return isCancel(answer) ? undefined : (answer as Exclude<T, symbol>);
}
