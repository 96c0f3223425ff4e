/** The building blocks of the console's pages. */
import { html, type Html } from '../../page.ts'
import { canAffect, type Fault, type FaultKind, faultKinds, operations } from '../faults.ts'

export const humanize = (name: string) => name.replaceAll('_', ' ')

export const formatTime = (at: string) =>
  new Date(at).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })

export const timeElement = (at: string) => html`<time datetime="${at}">${formatTime(at)}</time>`

/** A button that posts a form. Every action of the console is one. */
export const postButton = (path: string, label: string, fields: Record<string, string> = {}) =>
  html`<form method="post" action="/console/${path}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}<button>
      ${label}
    </button>
  </form>`

export type Tone = 'good' | 'bad' | 'quiet' | 'open'
export const statusBadge = (text: string, tone: Tone) => html`<span class="status ${tone}">${humanize(text)}</span>`

/** A table that becomes a list of cards on a phone. */
export const table = (headings: (string | Html)[], rows: Html[]) =>
  html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${headings.map(heading => (typeof heading === 'string' ? html`<th>${heading}</th>` : heading))}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`

/** A switch with a sentence that describes its current effect. */
export const toggle = (setting: string, isOn: boolean, label: string, about: string) =>
  html`<form method="post" action="/console/settings" class="switch">
    <p>${about}</p>
    <input type="hidden" name="${setting}" value="${isOn ? 'false' : 'true'}" />
    <button aria-pressed="${String(isOn)}">${label}</button>
  </form>`

const faultNames: Record<FaultKind, string> = {
  timeout_after_success: 'Succeeds, then times out',
  error_500: 'Responds with 500',
  slow: 'Waits five seconds',
  duplicate: 'Delivered twice',
  reorder: 'Delivered after the next one',
  lose: 'Never delivered',
}

type FaultTarget = 'calls' | 'webhook'

/** The active faults of calls or of webhooks, and a form that adds one. */
export function faultPanel(faults: Fault[], target: FaultTarget): Html {
  const matchesTarget = ({ on }: Fault) => (on === 'webhook') === (target === 'webhook')
  const activeFaults = faults.map((fault, index) => ({ fault, index })).filter(({ fault }) => matchesTarget(fault))
  const kinds = faultKinds.filter(kind => canAffect(kind, target === 'webhook' ? 'webhook' : 'all'))
  return html`<div class="tool">
    <h2>Faults</h2>
    <div class="faults" data-live>
      ${
        activeFaults.length === 0 &&
        html`<p>${target === 'webhook' ? 'Webhooks arrive once and in order.' : 'The gateway works normally.'}</p>`
      }
      ${activeFaults.map(({ fault, index }) => faultLine(fault, index))}
    </div>
    <form method="post" action="/console/faults" class="row">
      <select name="kind" aria-label="Fault">
        ${kinds.map(kind => html`<option value="${kind}">${faultNames[kind]}</option>`)}
      </select>
      ${target === 'webhook' ? html`<input type="hidden" name="on" value="webhook" />` : operationSelect}
      <select name="times" aria-label="How often">
        <option value="once">once</option>
        <option value="always">every time</option>
      </select>
      <button>Switch on</button>
    </form>
  </div>`
}

const operationSelect = html`<select name="on" aria-label="Affected calls">
  ${[...operations.filter(name => name !== 'webhook'), 'all'].map(
    name => html`<option value="${name}">${humanize(name)}</option>`,
  )}
</select>`

const faultLine = ({ kind, on, times, amount }: Fault, index: number) =>
  html`<form method="post" action="/console/faults/${index}/off" class="fault">
    <span
      >${faultNames[kind]}<small
        >${humanize(on)}${amount ? html` of ${amount}` : ''}, ${times ? html`${times} more` : 'every time'}</small
      ></span
    >
    <button>Switch off</button>
  </form>`
