/** Changing how the gateway behaves while it runs. */
import type { Gateway } from './gateway.ts'
import { flag, type Params, text } from './params.ts'
import { readWebhookUrl } from './webhooks/deliver.ts'

/** Changes the settings that are named and leaves the others; answers a sentence when one makes no sense, and changes nothing. */
export function changeSettings({ settings }: Gateway, wish: Params): string | undefined {
  const { webhook_url } = wish
  const url = webhook_url ? readWebhookUrl(text(wish, 'webhook_url') ?? '') : null
  if (url === undefined) return 'webhook_url must be an http address.'
  if ('strict_amounts' in wish) settings.strict_amounts = flag(wish, 'strict_amounts')
  if ('debits_settle' in wish) settings.debits_settle = flag(wish, 'debits_settle')
  if ('webhook_url' in wish) settings.webhook_url = url
  return undefined
}
