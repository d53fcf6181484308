/** `Adaeze Obi` becomes `Adaeze O.`: enough to know whom one pays, too little to learn who has an account. */
export function maskName(fullName: string): string {
  const [first = '', ...others] = fullName.trim().split(/\s+/).map(capitalise);
  const [initial] = Array.from(others.at(-1) ?? '');
  return initial === undefined ? first : `${first} ${initial}.`;
}

function capitalise(word: string): string {
  const [first = '', ...rest] = Array.from(word);
  return first.toLocaleUpperCase('en') + rest.join('');
}
