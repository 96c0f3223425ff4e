/** One input in one frame: what the person types into. */
import RestrictedInput from 'restricted-input'

import type { Configuration } from './protocol.ts'
import { type Brand, type FieldName, type FieldState, maxLengths, patternOf } from './rules.ts'
import { applyStyles } from './styles.ts'

const inputs: Record<FieldName, { id: string; label: string; autocomplete: string; inputMode: string }> = {
  number: { id: 'credit-card-number', label: 'Credit Card Number', autocomplete: 'cc-number', inputMode: 'numeric' },
  cvv: { id: 'cvv', label: 'CVV', autocomplete: 'cc-csc', inputMode: 'numeric' },
  expirationDate: { id: 'expiration', label: 'Expiration Date', autocomplete: 'cc-exp', inputMode: 'numeric' },
  postalCode: { id: 'postal-code', label: 'Postal Code', autocomplete: 'billing postal-code', inputMode: 'text' },
  cardholderName: { id: 'cardholder-name', label: 'Cardholder Name', autocomplete: 'cc-name', inputMode: 'text' },
}

export type Field = {
  readonly name: FieldName
  readonly input: HTMLInputElement
  /** What was typed, without the blanks that only format it. */
  value(): string
  write(value: string): void
  /** Shows the field's state to the page's styles and to screen readers. */
  show(state: FieldState): void
  /** Follows the brand of the card with the pattern of the input. */
  follow(brands: Brand[]): void
  setMessage(message: string): void
}

/** Builds the input as the page configured it and puts it into the document. */
export function buildField(name: FieldName, configuration: Configuration, brands: Brand[]): Field {
  const { id, label, autocomplete, inputMode } = inputs[name]
  const wish = configuration.fields[name] ?? {}
  const input = document.createElement('input')
  input.id = input.name = id
  input.className = name
  input.type = wish.type ?? 'text'
  input.inputMode = inputMode
  input.autocomplete = configuration.preventAutofill ? 'off' : (autocomplete as AutoFill)
  input.placeholder = wish.placeholder ?? ''
  input.setAttribute('aria-label', wish.internalLabel ?? label)
  input.spellcheck = false
  const message = document.createElement('div')
  message.id = 'message'
  message.className = 'heard'
  input.setAttribute('aria-describedby', message.id)

  const pattern = wish.formatInput === false ? undefined : patternOf(name, brands)
  if (!pattern) input.maxLength = wish.maxlength ?? maxLengths[name] ?? 255
  document.body.append(input, message)
  applyStyles(configuration.styles ?? {})
  const formatter = pattern ? new RestrictedInput({ element: input, pattern }) : undefined
  const write = (value: string) => {
    input.value = value
    if (formatter && pattern) formatter.setPattern(patternOf(name, brands) ?? pattern)
  }
  if (wish.prefill) write(wish.prefill)

  return {
    name,
    input,
    value: () => (formatter ? formatter.getUnformattedValue() : input.value),
    write,
    show(state) {
      input.classList.toggle('valid', state.isValid)
      input.classList.toggle('invalid', !state.isPotentiallyValid)
      input.setAttribute('aria-invalid', String(!state.isPotentiallyValid))
    },
    follow(next) {
      const wanted = patternOf(name, next)
      if (formatter && wanted && wanted !== patternOf(name, brands)) formatter.setPattern(wanted)
      brands = next
    },
    setMessage(text) {
      message.textContent = text
    },
  }
}
