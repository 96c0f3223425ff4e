import { sentenceOf } from '#platform/first-text.ts'
import { Refusal } from '#platform/refusal.ts'

/** Where in the builder a field of the API is shown, when it is sent or kept; the others have their own names. */
const places: Readonly<Record<string, string>> = {
  lines: 'lines',
  groups: 'lines',
  last_day: 'expires_at',
  number: 'root',
  draft: 'root',
  price_version_id: 'root',
}

/** Beside the fields where they belong to one; everything about a line stands together. */
export const refusalTexts = (error: unknown): Record<string, string> => {
  if (!(error instanceof Refusal)) return { root: 'Something went wrong. Nothing was sent; please try again.' }
  const texts = Object.entries(error.errors).map(([field, [text = '']]) => [
    places[field.split('.')[0] ?? ''] ?? field,
    text,
  ])
  return texts.length > 0 ? Object.fromEntries(texts) : { root: sentenceOf(error) ?? error.message }
}
