import { Refusal } from '#platform/http/refusal.ts'
import { refusalMessage } from '#platform/http/user-message.ts'

/** The builder's fields that show errors of API fields with other names. */
const FORM_FIELDS: Readonly<Record<string, string>> = {
  lines: 'lines',
  groups: 'lines',
  last_day: 'expires_at',
  number: 'root',
  draft: 'root',
  price_version_id: 'root',
}

/** Maps an error to messages by form field. All errors of lines share one field. */
export const toErrorMessages = (error: unknown): Record<string, string> => {
  if (!(error instanceof Refusal)) return { root: 'Something went wrong. Nothing was sent; please try again.' }
  const messages = Object.entries(error.errors).map(([field, [text = '']]) => [
    FORM_FIELDS[field.split('.')[0] ?? ''] ?? field,
    text,
  ])
  return messages.length > 0 ? Object.fromEntries(messages) : { root: refusalMessage(error) ?? error.message }
}
