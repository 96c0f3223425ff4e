/** The hosted fields frame: one per card field, in an iframe on the gateway's origin. */
import { type CardForm, startCardForm } from './card-form.ts'
import { buildField, type Field } from './field.ts'
import { type Configuration, openBus } from './protocol.ts'
import { fieldNames } from './rules.ts'

/** What the frames of one form expose to each other. Pages on other origins cannot access it. */
type CardFieldFrame = { channel: string; join(configuration: Configuration, form: CardForm): void }
declare global {
  interface Window {
    cardField?: CardFieldFrame
  }
}

const channel = location.hash.slice(1)
const name = fieldNames.find(fieldName => window.name === `braintree-hosted-field-${fieldName}`)

if (name && channel) {
  const bus = openBus(channel)

  const join = (configuration: Configuration, form: CardForm) => {
    const field = buildField(name, configuration, form.brands())
    const { input } = field
    input.addEventListener('input', () => form.onChange(name))
    input.addEventListener('focus', () => form.onFocusChange(name, true))
    input.addEventListener('blur', () => form.onFocusChange(name, false))
    input.addEventListener('keydown', event => {
      if (event.key === 'Enter') form.onSubmit(name)
    })
    handleMessages(field, form)
    form.join(field)
  }

  /** Handles the page's messages for this field. */
  const handleMessages = (field: Field, form: CardForm) => {
    const { input } = field
    const onOwnMessage = <T extends { field: string }>(event: string, handler: (data: T) => void) =>
      bus.on<T>(event, data => {
        if (data.field === name) handler(data)
      })
    onOwnMessage('TRIGGER_INPUT_FOCUS', () => input.focus())
    onOwnMessage('CLEAR_FIELD', () => {
      field.write('')
      form.onChange(name)
    })
    onOwnMessage<{ field: string; classname: string }>('ADD_CLASS', ({ classname }) => input.classList.add(classname))
    onOwnMessage<{ field: string; classname: string }>('REMOVE_CLASS', ({ classname }) =>
      input.classList.remove(classname),
    )
    onOwnMessage<{ field: string; attribute: string; value: unknown }>('SET_ATTRIBUTE', ({ attribute, value }) =>
      attribute === 'disabled' ? (input.disabled = value === true) : input.setAttribute(attribute, String(value)),
    )
    onOwnMessage<{ field: string; attribute: string }>('REMOVE_ATTRIBUTE', ({ attribute }) =>
      input.removeAttribute(attribute),
    )
    onOwnMessage<{ field: string; message: string }>('SET_MESSAGE', ({ message }) => field.setMessage(message))
  }

  window.cardField = { channel, join }
  // The page responds to one frame, once all of them are ready. That frame runs the form and lets the others join.
  void bus.request<Configuration>('FRAME_READY', { field: name }).then(configuration => {
    const form = startCardForm(bus, configuration)
    for (const sibling of siblings()) sibling.join(configuration, form)
    // Tab already moves between frames. The page's own focus helpers would trap the focus in Firefox.
    bus.send('REMOVE_FOCUS_INTERCEPTS')
  })
}

function siblings(): CardFieldFrame[] {
  return Array.from({ length: window.parent.frames.length }, (_, index) => {
    try {
      return window.parent.frames[index]?.cardField
    } catch {
      return undefined // A frame on another origin.
    }
  }).filter(sibling => sibling?.channel === channel) as CardFieldFrame[]
}
