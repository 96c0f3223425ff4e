/** The hosted-fields frame: one of these per card field, in an iframe of the gateway's own origin. */
import { type CardForm, leadCardForm } from './card-form.ts'
import { buildField, type Field } from './field.ts'
import { type Configuration, openBus } from './protocol.ts'
import { fieldNames } from './rules.ts'

/** What the frames of one form show each other; a page of another origin cannot reach it. */
type Sibling = { channel: string; join(configuration: Configuration, form: CardForm): void }
declare global {
  interface Window {
    cardField?: Sibling
  }
}

const channel = location.hash.slice(1)
const name = fieldNames.find(each => window.name === `braintree-hosted-field-${each}`)

if (name && channel) {
  const bus = openBus(channel)

  const join = (configuration: Configuration, form: CardForm) => {
    const field = buildField(name, configuration, form.brands())
    const { input } = field
    input.addEventListener('input', () => form.changed(name))
    input.addEventListener('focus', () => form.focused(name, true))
    input.addEventListener('blur', () => form.focused(name, false))
    input.addEventListener('keydown', event => {
      if (event.key === 'Enter') form.submitted(name)
    })
    obey(field, form)
    form.join(field)
  }

  /** Does what the page asks of this one field. */
  const obey = (field: Field, form: CardForm) => {
    const { input } = field
    const mine = <T extends { field: string }>(event: string, act: (data: T) => void) =>
      bus.hear<T>(event, data => {
        if (data.field === name) act(data)
      })
    mine('TRIGGER_INPUT_FOCUS', () => input.focus())
    mine('CLEAR_FIELD', () => {
      field.write('')
      form.changed(name)
    })
    mine<{ field: string; classname: string }>('ADD_CLASS', ({ classname }) => input.classList.add(classname))
    mine<{ field: string; classname: string }>('REMOVE_CLASS', ({ classname }) => input.classList.remove(classname))
    mine<{ field: string; attribute: string; value: unknown }>('SET_ATTRIBUTE', ({ attribute, value }) =>
      attribute === 'disabled' ? (input.disabled = value === true) : input.setAttribute(attribute, String(value)),
    )
    mine<{ field: string; attribute: string }>('REMOVE_ATTRIBUTE', ({ attribute }) => input.removeAttribute(attribute))
    mine<{ field: string; message: string }>('SET_MESSAGE', ({ message }) => field.setMessage(message))
  }

  window.cardField = { channel, join }
  // The page answers only one of the frames, once all of them are there: that one leads and calls the others in.
  void bus.ask<Configuration>('FRAME_READY', { field: name }).then(configuration => {
    const form = leadCardForm(bus, configuration)
    for (const sibling of siblings()) sibling.join(configuration, form)
    // Tab moves between frames by itself; the page's own helpers for that would hold the focus in Firefox.
    bus.tell('REMOVE_FOCUS_INTERCEPTS')
  })
}

function siblings(): Sibling[] {
  return Array.from({ length: window.parent.frames.length }, (_, index) => {
    try {
      return window.parent.frames[index]?.cardField
    } catch {
      return undefined // a frame of somebody else
    }
  }).filter(sibling => sibling?.channel === channel) as Sibling[]
}
