/** No file needs itself by way of others: not when it runs, not when it is loaded later, and not for its types. */
import { isScript, isTest, type Problem, type Repository, type Rule } from './repository.ts';
import { sourceOf } from './source.ts';

interface Edge {
  to: string;
  line: number;
}

function edgesOf(repository: Repository): Map<string, Edge[]> {
  const edges = new Map<string, Edge[]>();
  for (const path of repository.keys()) {
    if (!isScript(path) || isTest(path)) continue;
    const targets = sourceOf(repository, path).imports.filter(({ target }) => repository.has(target));
    edges.set(
      path,
      targets.map(({ target, line }) => ({ to: target, line })),
    );
  }
  return edges;
}

/** The files that lie on a circle together, each group once: Tarjan's strongly connected components. */
function circlesAmong(edges: ReadonlyMap<string, readonly Edge[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  function visit(path: string): number {
    const place = order.size;
    order.set(path, place);
    lowest.set(path, place);
    stack.push(path);
    for (const { to } of edges.get(path) ?? []) {
      const seen = order.get(to);
      if (seen === undefined) reach(path, visit(to));
      else if (stack.includes(to)) reach(path, seen);
    }
    const low = lowest.get(path) ?? place;
    if (low === place) {
      const group = stack.splice(stack.indexOf(path));
      const turnsBack = (edges.get(path) ?? []).some(({ to }) => to === path);
      if (group.length > 1 || turnsBack) circles.push(group.toSorted());
    }
    return low;
  }
  const reach = (path: string, place: number): void => {
    lowest.set(path, Math.min(lowest.get(path) ?? place, place));
  };

  for (const path of edges.keys()) if (!order.has(path)) visit(path);
  return circles;
}

export const circleRules: Rule[] = [
  {
    name: 'files need each other in one direction only',
    check(repository) {
      const edges = edgesOf(repository);
      return circlesAmong(edges).flatMap((circle): Problem[] =>
        circle.flatMap((path) =>
          (edges.get(path) ?? [])
            .filter(({ to }) => circle.includes(to))
            .map(({ to, line }) => ({
              path,
              line,
              says: `${to} needs this file too: put what both need below both`,
            })),
        ),
      );
    },
  },
];
