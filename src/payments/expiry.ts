/** Card expiration. */
type CardExpiration = { expiration_month: number | null; expiration_year: number | null }

/** A card is valid until its month has ended in every time zone. */
export const isExpired = ({ expiration_month, expiration_year }: CardExpiration, now: Date): boolean => {
  if (expiration_month === null || expiration_year === null) return false
  const behind_hours = 12
  return now.getTime() >= Date.UTC(expiration_year, expiration_month, 1, behind_hours)
}

/** "08/2027"; undefined when unknown. */
export const expiryText = ({ expiration_month, expiration_year }: CardExpiration): string | undefined =>
  expiration_month === null || expiration_year === null
    ? undefined
    : `${String(expiration_month).padStart(2, '0')}/${expiration_year}`
