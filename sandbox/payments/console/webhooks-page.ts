/** The webhooks page: their address, their delivery state, and the faults of the next ones. */
import { html, shell } from '../../page.ts'
import type { Gateway } from '../gateway.ts'
import type { Webhook } from '../records.ts'
import { faultPanel, postButton, formatTime, statusBadge, table, type Tone, timeElement, humanize } from './parts.ts'

const MAX_ROWS = 200

const messages: Record<string, string> = {
  answered: 'The address answered the challenge with the right signature.',
  silent: 'The address did not answer the challenge.',
  wrong: 'That address is invalid: it must begin with http:// or https://.',
}

/** The complete page. `outcome` is the result of the last action. */
export function webhooksPage({ store, settings, faults }: Gateway, outcome: string): string {
  const webhooks = store.webhooks.all().reverse()
  const body = html`<section class="tools">
      ${faultPanel(faults, 'webhook')}
      <div class="tool">
        <h2>Address</h2>
        <p role="status">
          ${
            messages[outcome] ??
            (settings.webhook_url
              ? 'Webhooks are posted to this address. A failed delivery is retried after 2 seconds, 10 seconds, a minute and five minutes.'
              : 'Webhooks are not sent. They wait here until there is an address.')
          }
        </p>
        <form method="post" action="/console/webhooks/address" class="row address">
          <input
            type="url"
            name="webhook_url"
            value="${settings.webhook_url ?? ''}"
            placeholder="http://localhost:3000/webhooks"
            aria-label="Address that webhooks are posted to"
          />
          <button>Save</button>
        </form>
        ${
          settings.webhook_url &&
          html`<div class="row">
            ${postButton('webhooks/challenge', 'Send a challenge')}${postButton('webhooks/check', 'Send a check')}
          </div>`
        }
      </div>
    </section>
    <section>
      <div class="bar">
        <h2>Webhooks <span class="count" data-live>${webhooks.length}</span></h2>
      </div>
      <div data-live>
        ${
          webhooks.length
            ? table(
                ['Time', 'What', 'About', 'State', 'Attempts', html`<th></th>`],
                webhooks.slice(0, MAX_ROWS).map(webhookRow(settings.webhook_url !== null)),
              )
            : html`<p class="empty">
                None yet. A bank debit that settles, a dispute, a refund that fails or a PayPal account that is revoked
                creates one.
              </p>`
        }
        ${webhooks.length > MAX_ROWS && html`<p class="note">The newest ${MAX_ROWS} of ${webhooks.length}.</p>`}
      </div>
    </section>`
  return shell({ title: 'Webhooks', current: 'webhooks', body })
}

const webhookRow = (hasAddress: boolean) => (webhook: Webhook) => {
  const { id, kind, about, state, attempts, created_at } = webhook
  return html`<tr>
    <td class="soft">${timeElement(created_at)}</td>
    <td class="lead">${humanize(kind)}</td>
    <td class="code soft end">${about || '—'}</td>
    <td class="figure">${statusBadge(stateNames[state], tones[state])}</td>
    <td class="soft">${attempts.length === 0 ? 'none yet' : attempts.slice(-3).map(attemptLine)}</td>
    <td class="actions">
      ${hasAddress && postButton(`webhooks/${id}/replay`, attempts.length ? 'Send again' : 'Send now')}
    </td>
  </tr>`
}

const attemptLine = ({ at, status: code, error }: Webhook['attempts'][number]) =>
  html`<small>${formatTime(at)}: ${code ?? error}</small>`

const stateNames: Record<Webhook['state'], string> = {
  waiting: 'waiting',
  held: 'held back',
  delivered: 'delivered',
  given_up: 'given up',
  lost: 'lost',
}
const tones: Record<Webhook['state'], Tone> = {
  waiting: 'open',
  held: 'open',
  delivered: 'good',
  given_up: 'bad',
  lost: 'quiet',
}
