/**
 * A question that comes up while a request is sent, asked for in one place whoever sends it: `ask` waits for the answer of the one sheet of
 * the private shell that draws it. Where there is no such sheet, and where another question takes its place, it is given up.
 */
import { useSyncExternalStore } from 'react';

export class SheetQuestion<Question, Answer> {
  readonly #givenUp: Answer;
  readonly #listeners = new Set<() => void>();
  #question: Question | null = null;
  #resolve: ((answer: Answer) => void) | null = null;

  /** `givenUp` stands for no answer. */
  constructor(givenUp: Answer) {
    this.#givenUp = givenUp;
  }

  ask(question: Question): Promise<Answer> {
    if (this.#listeners.size === 0) return Promise.resolve(this.#givenUp);
    this.#resolve?.(this.#givenUp);
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#show(question);
    });
  }

  /** Called by the sheet, which shows `next` until somebody asks again or the question is closed. */
  answer(answer: Answer, next: Question | null = null): void {
    const resolve = this.#resolve;
    this.#resolve = null;
    this.#show(next);
    resolve?.(answer);
  }

  /** Takes away what is still shown of a question that was answered. */
  close(): void {
    if (this.#resolve === null) this.#show(null);
  }

  /** For the one sheet that asks; null while there is nothing to ask. */
  readonly use = (): Question | null => useSyncExternalStore(this.#subscribe, () => this.#question);

  readonly #subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.answer(this.#givenUp);
    };
  };

  #show(question: Question | null): void {
    this.#question = question;
    for (const listener of this.#listeners) listener();
  }
}
