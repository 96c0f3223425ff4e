/** What the console's pages are made of. */
import { html, type Html } from '../../page.ts'
import { canHit, type Fault, type FaultKind, faultKinds, operations } from '../faults.ts'

export const words = (name: string) => name.replaceAll('_', ' ')

export const shortTime = (at: string) =>
  new Date(at).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  })

export const when = (at: string) => html`<time datetime="${at}">${shortTime(at)}</time>`

/** A button that posts: everything that a person can do here is one. */
export const press = (path: string, label: string, fields: Record<string, string> = {}) =>
  html`<form method="post" action="/console/${path}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}<button>
      ${label}
    </button>
  </form>`

export type Tone = 'good' | 'bad' | 'quiet' | 'open'
export const status = (text: string, tone: Tone) => html`<span class="status ${tone}">${words(text)}</span>`

/** A table that becomes a list of cards on a phone. */
export const table = (heads: (string | Html)[], rows: Html[]) =>
  html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${heads.map(head => (typeof head === 'string' ? html`<th>${head}</th>` : head))}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`

/** A switch with a sentence about what it does now. */
export const toggle = (setting: string, isOn: boolean, label: string, about: string) =>
  html`<form method="post" action="/console/settings" class="switch">
    <p>${about}</p>
    <input type="hidden" name="${setting}" value="${isOn ? 'false' : 'true'}" />
    <button aria-pressed="${String(isOn)}">${label}</button>
  </form>`

const faultNames: Record<FaultKind, string> = {
  timeout_after_success: 'Does it, then never answers',
  error_500: 'Answers 500',
  slow: 'Waits five seconds',
  duplicate: 'Comes twice',
  reorder: 'Waits until the next has overtaken it',
  lose: 'Never comes',
}

type Where = 'calls' | 'webhook'

/** The faults of calls, or of webhooks: those that are on, and a form for one more. */
export function faultTool(faults: Fault[], where: Where): Html {
  const isHere = ({ on }: Fault) => (on === 'webhook') === (where === 'webhook')
  const here = faults.map((fault, index) => ({ fault, index })).filter(({ fault }) => isHere(fault))
  const kinds = faultKinds.filter(kind => canHit(kind, where === 'webhook' ? 'webhook' : 'all'))
  return html`<div class="tool">
    <h2>Faults</h2>
    <div class="faults" data-live>
      ${
        here.length === 0 &&
        html`<p>${where === 'webhook' ? 'Webhooks come once and in order.' : 'The gateway answers as it should.'}</p>`
      }
      ${here.map(({ fault, index }) => faultLine(fault, index))}
    </div>
    <form method="post" action="/console/faults" class="row">
      <select name="kind" aria-label="Fault">
        ${kinds.map(kind => html`<option value="${kind}">${faultNames[kind]}</option>`)}
      </select>
      ${where === 'webhook' ? html`<input type="hidden" name="on" value="webhook" />` : operationChoice}
      <select name="times" aria-label="How often">
        <option value="once">once</option>
        <option value="always">every time</option>
      </select>
      <button>Switch on</button>
    </form>
  </div>`
}

const operationChoice = html`<select name="on" aria-label="Calls it hits">
  ${[...operations.filter(name => name !== 'webhook'), 'all'].map(
    name => html`<option value="${name}">${words(name)}</option>`,
  )}
</select>`

const faultLine = ({ kind, on, times, amount }: Fault, index: number) =>
  html`<form method="post" action="/console/faults/${index}/off" class="fault">
    <span
      >${faultNames[kind]}<small
        >${words(on)}${amount ? html` of ${amount}` : ''}, ${times ? html`${times} more` : 'every time'}</small
      ></span
    >
    <button>Switch off</button>
  </form>`
