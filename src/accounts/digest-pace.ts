/** How often somebody gets the news that may wait. */
export const digestPaces = ['at_once', 'daily', 'weekly', 'never'] as const
export type DigestPace = (typeof digestPaces)[number]

export const paceLabels: Record<DigestPace, { name: string; hint: string }> = {
  at_once: { name: 'At once', hint: 'A mail for each, within minutes.' },
  daily: { name: 'Daily', hint: 'One mail at 8 in the morning, if there is news.' },
  weekly: { name: 'Weekly', hint: 'One mail on Mondays at 8 in the morning.' },
  never: { name: 'Never', hint: 'No mails about news.' },
}
