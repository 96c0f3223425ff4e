/** Changes to the gateway's settings at run time. */
import type { Gateway } from './gateway.ts'
import { flag, type Params, text } from './params.ts'
import { parseWebhookUrl } from './webhooks/deliver.ts'

/** Applies the given settings and leaves the others. Returns an error message, and changes nothing, when one is invalid. */
export function changeSettings({ settings }: Gateway, changes: Params): string | undefined {
  const { webhook_url } = changes
  const url = webhook_url ? parseWebhookUrl(text(changes, 'webhook_url') ?? '') : null
  if (url === undefined) return 'webhook_url must be an http address.'
  if ('strict_amounts' in changes) settings.strict_amounts = flag(changes, 'strict_amounts')
  if ('debits_settle' in changes) settings.debits_settle = flag(changes, 'debits_settle')
  if ('webhook_url' in changes) settings.webhook_url = url
  return undefined
}
