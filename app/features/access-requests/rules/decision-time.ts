/** How long a decision usually takes, as a sentence goes on: 'within a day'. @param hours null: nothing is known yet */
export function decisionWords(hours: number | null): string {
  if (hours === null) return "within a few business days";
  if (hours <= 1) return "within an hour";
  if (hours <= 20) return `within ${Math.ceil(hours)} hours`;
  const days = Math.ceil(hours / 24);
  return days === 1 ? "within a day" : `within ${days} days`;
}
