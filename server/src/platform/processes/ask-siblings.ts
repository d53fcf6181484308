/** A question to all other processes of this start. */
import type { Siblings } from './siblings.ts';

interface Asked {
  id: number;
  asker: number;
}

interface Answered<Answer> {
  id: number;
  answer: Answer;
}

/**
 * `answer` is what this process says when it is asked. The function that is returned asks the others, and gives what those said that did so
 * within `patienceMs`.
 */
export function createQuestion<Answer>(
  siblings: Siblings,
  name: string,
  answer: () => Promise<Answer>,
): (patienceMs: number) => Promise<Answer[]> {
  const [question, reply] = [`${name}?`, `${name}!`];
  const open = new Map<number, (answer: Answer) => void>();
  let asked = 0;

  siblings.receive(question, (message) => {
    const { id, asker } = message as Asked; // as it is sent below
    answer().then(
      (given) => siblings.send(reply, { id, answer: given } satisfies Answered<Answer>, asker),
      () => undefined, // whoever asks waits no longer than it said
    );
  });
  siblings.receive(reply, (message) => {
    const { id, answer: given } = message as Answered<Answer>; // as it is sent above
    open.get(id)?.(given);
  });

  return (patienceMs) => {
    const most = siblings.count - 1;
    if (most === 0) return Promise.resolve([]);
    const id = (asked += 1);
    const answers: Answer[] = [];
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        open.delete(id);
        resolve(answers);
      };
      const timer = setTimeout(end, patienceMs);
      open.set(id, (given) => {
        answers.push(given);
        if (answers.length === most) end();
      });
      siblings.send(question, { id, asker: siblings.number } satisfies Asked);
    });
  };
}
