import { formatPath } from '@patchbay/contracts';
import { cutText } from './describe-value.ts';
import { no, type Fit } from './fit.ts';

/** About ten milliseconds in the worst case; an ordinary call takes a few dozen. */
const maxSteps = 100_000;
/** Schemas inside schemas, through references too: deeper than any that a person wrote, and far from the stack's end. */
const maxDepth = 256;
const maxProblems = 5;

/** One value on its way through one schema: where it is, what it may still cost, and what was found wrong. */
export class Trial {
  readonly problems: string[] = [];
  #more = 0;
  #steps = maxSteps;
  #depth = 0;
  #hushed = 0;
  readonly #path: (string | number)[] = [];

  /** How many problems there are beyond those listed. */
  get more(): number {
    return this.#more;
  }

  get isExhausted(): boolean {
    return this.#steps < 0;
  }

  /** While nobody wants to know why, the first problem is as good as all of them. */
  get isHushed(): boolean {
    return this.#hushed > 0;
  }

  /** False when there is nothing left to pay with; then nothing more may be decided. */
  spend(steps: number): boolean {
    this.#steps -= steps;
    return this.#steps >= 0;
  }

  /** Goes into a schema, and must come out again, unless it answers false. */
  enter(): boolean {
    if (!this.spend(1) || this.#depth >= maxDepth) return false;
    this.#depth += 1;
    return true;
  }

  leave(): void {
    this.#depth -= 1;
  }

  /** What is found wrong until `speak` is kept to itself: it only decides which way to go. */
  hush(): void {
    this.#hushed += 1;
  }

  speak(): void {
    this.#hushed -= 1;
  }

  /** Where the value is that is looked at next. */
  descend(key: string | number): void {
    this.#path.push(key);
  }

  ascend(): void {
    this.#path.pop();
  }

  get key(): string | number | undefined {
    return this.#path.at(-1);
  }

  /** Says what is wrong with the value that it stands at; the sentence begins with its name. */
  refuse(says: () => string): Fit {
    if (this.#hushed > 0) return no;
    if (this.problems.length < maxProblems) this.problems.push(`${this.#subject()} ${says()}`);
    else this.#more += 1;
    return no;
  }

  #subject(): string {
    if (this.#path.length === 0) return 'the whole';
    return `"${formatPath(this.#path.map((key) => (typeof key === 'string' ? cutText(key) : key)))}"`;
  }
}
