/** How often somebody gets the news that may wait. */
export const digestPaces = ['at_once', 'daily', 'weekly', 'never'] as const
export type DigestPace = (typeof digestPaces)[number]

export const paceLabels: Record<DigestPace, { name: string; hint: string }> = {
  at_once: { name: 'At once', hint: 'A mail within minutes, each time.' },
  daily: { name: 'Daily', hint: 'One mail at 8 in the morning, on days with news.' },
  weekly: { name: 'Weekly', hint: 'One mail on Monday at 8 in the morning.' },
  never: { name: 'Never', hint: 'You find it here when you look.' },
}
