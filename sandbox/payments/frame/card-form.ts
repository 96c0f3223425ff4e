/** The fields of one card. One frame runs the form for all its frames, which share an origin. */
import type { Field } from './field.ts'
import type {
  Bus,
  ClientConfiguration,
  Configuration,
  EventType,
  FieldReport,
  TokenizeOptions,
  TokenizeReply,
} from './protocol.ts'
import { type Brand, brandsOf, type FieldName, type FieldState, validateField } from './rules.ts'
import { tokenize } from './tokenize.ts'

type CardFormMember = { field: Field; state: FieldState; isFocused: boolean; hasBeenLeft: boolean }

export type CardForm = ReturnType<typeof startCardForm>

/** Starts the form in the leading frame. The other frames join it with their fields. */
export function startCardForm(bus: Bus, configuration: Configuration) {
  const members = new Map<FieldName, CardFormMember>()
  let client: ClientConfiguration | undefined
  let brands = brandsOf('', isSupported)
  let lastBin = ''
  let hasStarted = false

  function isSupported({ type, niceType }: { type: string; niceType: string }): boolean {
    const brandOptions = configuration.fields.number?.supportedCardBrands ?? {}
    const override = brandOptions[type === 'master-card' ? 'mastercard' : type]
    if (override !== undefined) return override
    const supportedTypes = client?.gatewayConfiguration.creditCards.supportedCardTypes
    return !supportedTypes || supportedTypes.some(name => name.toLowerCase() === niceType.toLowerCase())
  }

  const validateMember = ({ field, hasBeenLeft }: CardFormMember) =>
    validateField(field.name, field.value(), {
      brands,
      minlength: configuration.fields[field.name]?.minlength,
      strict: hasBeenLeft,
    })

  function report(emittedBy: FieldName, type: EventType) {
    const fields: Partial<Record<FieldName, FieldReport>> = {}
    for (const [name, { state, isFocused }] of members) fields[name] = { ...state, isFocused }
    const cards = brands.map(({ type, niceType, code, supported }) => ({ type, niceType, code, supported }))
    bus.send('INPUT_EVENT', { merchantPayload: { cards, emittedBy, fields }, type })
  }

  /** Validates a field again and reports what changed to the page. */
  function refresh(member: CardFormMember) {
    const previous = member.state
    member.state = validateMember(member)
    member.field.show(member.state)
    const { name } = member.field
    if (previous.isEmpty !== member.state.isEmpty) report(name, member.state.isEmpty ? 'empty' : 'notEmpty')
    if (previous.isValid !== member.state.isValid || previous.isPotentiallyValid !== member.state.isPotentiallyValid)
      report(name, 'validityChange')
  }

  function onNumberChange(number: string) {
    const previousBrands = brands
    brands = brandsOf(number, isSupported)
    const bin = number.slice(0, configuration.binVerificationLength ?? 6)
    if (bin.length === (configuration.binVerificationLength ?? 6) && bin !== lastBin) bus.send('BIN_AVAILABLE', bin)
    lastBin = bin
    if (isSameBrands(previousBrands, brands)) return
    for (const name of ['number', 'cvv'] as const) members.get(name)?.field.updateBrands(brands)
    report('number', 'cardTypeChange')
    const cvv = members.get('cvv')
    if (cvv) refresh(cvv)
  }

  const form = {
    brands: () => brands,
    join(field: Field) {
      const member: CardFormMember = { field, state: initialState, isFocused: false, hasBeenLeft: false }
      members.set(field.name, member)
      refresh(member)
    },
    onChange(name: FieldName) {
      const member = members.get(name)
      if (!member) return
      if (!hasStarted) bus.send('CARD_FORM_ENTRY_HAS_BEGUN')
      hasStarted = true
      member.hasBeenLeft = false
      if (name === 'number') onNumberChange(member.field.value())
      refresh(member)
    },
    onFocusChange(name: FieldName, isFocused: boolean) {
      const member = members.get(name)
      if (!member) return
      member.isFocused = isFocused
      member.hasBeenLeft = !isFocused
      report(name, isFocused ? 'focus' : 'blur')
      refresh(member)
    },
    onSubmit: (name: FieldName) => report(name, 'inputSubmitRequest'),
  }

  bus.on<TokenizeOptions>('TOKENIZATION_REQUEST', (options, reply) => {
    const values = [...members.values()].map(({ field, state }) => ({ name: field.name, value: field.value(), state }))
    void tokenize(client, values, options).then((result: TokenizeReply) => reply(result))
  })
  void bus.request<ClientConfiguration>('READY_FOR_CLIENT').then(clientConfiguration => {
    client = clientConfiguration
    form.onChange('number')
  })
  return form
}

const initialState: FieldState = { isEmpty: true, isValid: false, isPotentiallyValid: true }

const isSameBrands = (a: Brand[], b: Brand[]) =>
  a.map(brand => brand.type + brand.supported).join() === b.map(brand => brand.type + brand.supported).join()
