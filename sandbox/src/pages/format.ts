const nairaFormat = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `₦1,250.00` */
export function naira(amount: number): string {
  return `₦${nairaFormat.format(amount)}`;
}

const clockFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  day: 'numeric',
  month: 'short',
});

/** Time of day in Lagos, with the day in front. */
export function shortTime(iso: string): string {
  const time = new Date(iso);
  return `${dayFormat.format(time)}, ${clockFormat.format(time)}`;
}
