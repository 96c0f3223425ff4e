/** Webhooks: where they go, what became of each, and what goes wrong with the next. */
import { html, shell } from '../../page.ts'
import type { Gateway } from '../gateway.ts'
import type { Webhook } from '../records.ts'
import { faultTool, press, shortTime, status, table, type Tone, when, words } from './parts.ts'

const shown = 200

const answers: Record<string, string> = {
  answered: 'The address answered the challenge with the right signature.',
  silent: 'The address did not answer the challenge.',
  wrong: 'That is no address: it must begin with http:// or https://.',
}

/** The whole page; `said` names what came of the last thing that somebody did here. */
export function webhooksPage({ store, settings, faults }: Gateway, said: string): string {
  const webhooks = store.webhooks.all().reverse()
  const body = html`<section class="tools">
      ${faultTool(faults, 'webhook')}
      <div class="tool">
        <h2>Address</h2>
        <p role="status">
          ${
            answers[said] ??
            (settings.webhook_url
              ? 'Webhooks are posted there, and again after 2 seconds, 10 seconds, a minute and five minutes when it does not take them.'
              : 'Nobody is told. Webhooks wait here until there is an address.')
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
            ${press('webhooks/challenge', 'Send a challenge')}${press('webhooks/check', 'Send a check')}
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
                webhooks.slice(0, shown).map(row(settings.webhook_url !== null)),
              )
            : html`<p class="empty">
                None yet. A bank debit that settles, a dispute, a refund that fails or a PayPal account that is revoked
                makes one.
              </p>`
        }
        ${webhooks.length > shown && html`<p class="note">The newest ${shown} of ${webhooks.length}.</p>`}
      </div>
    </section>`
  return shell({ title: 'Webhooks', current: 'webhooks', body })
}

const row = (hasAddress: boolean) => (webhook: Webhook) => {
  const { id, kind, about, state, attempts, created_at } = webhook
  return html`<tr>
    <td class="soft">${when(created_at)}</td>
    <td class="lead">${words(kind)}</td>
    <td class="code soft end">${about || '—'}</td>
    <td class="figure">${status(stateNames[state], tones[state])}</td>
    <td class="soft">${attempts.length === 0 ? 'none yet' : attempts.slice(-3).map(attemptLine)}</td>
    <td class="actions">
      ${hasAddress && press(`webhooks/${id}/replay`, attempts.length ? 'Send again' : 'Send now')}
    </td>
  </tr>`
}

const attemptLine = ({ at, status: code, error }: Webhook['attempts'][number]) =>
  html`<small>${shortTime(at)}: ${code ?? error}</small>`

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
