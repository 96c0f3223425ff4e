/** The input of one frame. */
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
  /** The value without the spaces that only format it. */
  value(): string
  write(value: string): void
  /** Applies the field's state to the styles and the accessibility attributes. */
  show(state: FieldState): void
  /** Updates the input's pattern for the brand of the card. */
  updateBrands(brands: Brand[]): void
  setMessage(message: string): void
}

/** Builds the input as the page configured it and adds it to the document. */
export function buildField(name: FieldName, configuration: Configuration, brands: Brand[]): Field {
  const { id, label, autocomplete, inputMode } = inputs[name]
  const options = configuration.fields[name] ?? {}
  const input = document.createElement('input')
  input.id = input.name = id
  input.className = name
  input.type = options.type ?? 'text'
  input.inputMode = inputMode
  input.autocomplete = configuration.preventAutofill ? 'off' : (autocomplete as AutoFill)
  input.placeholder = options.placeholder ?? ''
  input.setAttribute('aria-label', options.internalLabel ?? label)
  input.spellcheck = false
  const message = document.createElement('div')
  message.id = 'message'
  message.className = 'heard'
  input.setAttribute('aria-describedby', message.id)

  const pattern = options.formatInput === false ? undefined : patternOf(name, brands)
  if (!pattern) input.maxLength = options.maxlength ?? maxLengths[name] ?? 255
  document.body.append(input, message)
  applyStyles(configuration.styles ?? {})
  const formatter = pattern ? new RestrictedInput({ element: input, pattern }) : undefined
  const write = (value: string) => {
    input.value = value
    if (formatter && pattern) formatter.setPattern(patternOf(name, brands) ?? pattern)
  }
  if (options.prefill) write(options.prefill)

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
    updateBrands(nextBrands) {
      const nextPattern = patternOf(name, nextBrands)
      if (formatter && nextPattern && nextPattern !== patternOf(name, brands)) formatter.setPattern(nextPattern)
      brands = nextBrands
    },
    setMessage(text) {
      message.textContent = text
    },
  }
}
