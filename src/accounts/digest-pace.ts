/** How often a user gets notification digests. */
export const digestPaces = ['immediate', 'daily', 'weekly', 'never'] as const
export type DigestPace = (typeof digestPaces)[number]

export const digestPaceLabels: Record<DigestPace, { name: string; hint: string }> = {
  immediate: { name: 'At once', hint: 'A mail for each, within minutes.' },
  daily: { name: 'Daily', hint: 'One mail at 8 in the morning, if there are updates.' },
  weekly: { name: 'Weekly', hint: 'One mail on Mondays at 8 in the morning.' },
  never: { name: 'Never', hint: 'No mails about updates.' },
}
