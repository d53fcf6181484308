/** An e-mail address that goes to the next line at its `@`, where it has to. Where a part is longer than the line, `overflow-wrap` decides. */
export function EmailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  if (at < 0) return address;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
