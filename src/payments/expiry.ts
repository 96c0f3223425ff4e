/** Until when cards are good. */
type Kept = { expiration_month: number | null; expiration_year: number | null }

/** A card is good to the end of its month, wherever on earth that ends last. */
export const isExpired = ({ expiration_month, expiration_year }: Kept, now: Date): boolean => {
  if (expiration_month === null || expiration_year === null) return false
  const behind_hours = 12
  return now.getTime() >= Date.UTC(expiration_year, expiration_month, 1, behind_hours)
}

/** "08/2027"; nothing where it is not known. */
export const expiryText = ({ expiration_month, expiration_year }: Kept): string | undefined =>
  expiration_month === null || expiration_year === null
    ? undefined
    : `${String(expiration_month).padStart(2, '0')}/${expiration_year}`
