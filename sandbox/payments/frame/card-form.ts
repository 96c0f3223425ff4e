/** All fields of one card together: one frame leads, knows the others (they are of its origin), and speaks for them. */
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
import { type Brand, brandsOf, type FieldName, type FieldState, judge } from './rules.ts'
import { tokenize } from './tokenize.ts'

type Member = { field: Field; state: FieldState; isFocused: boolean; hasBeenLeft: boolean }

export type CardForm = ReturnType<typeof leadCardForm>

/** Starts the form in the leading frame; the other frames join it with their fields. */
export function leadCardForm(bus: Bus, configuration: Configuration) {
  const members = new Map<FieldName, Member>()
  let client: ClientConfiguration | undefined
  let brands = brandsOf('', isSupported)
  let announcedBin = ''
  let hasBegun = false

  function isSupported({ type, niceType }: { type: string; niceType: string }): boolean {
    const wish = configuration.fields.number?.supportedCardBrands ?? {}
    const own = wish[type === 'master-card' ? 'mastercard' : type]
    if (own !== undefined) return own
    const offered = client?.gatewayConfiguration.creditCards.supportedCardTypes
    return !offered || offered.some(name => name.toLowerCase() === niceType.toLowerCase())
  }

  const judged = ({ field, hasBeenLeft }: Member) =>
    judge(field.name, field.value(), {
      brands,
      minlength: configuration.fields[field.name]?.minlength,
      strict: hasBeenLeft,
    })

  function report(emittedBy: FieldName, type: EventType) {
    const fields: Partial<Record<FieldName, FieldReport>> = {}
    for (const [name, { state, isFocused }] of members) fields[name] = { ...state, isFocused }
    const cards = brands.map(({ type, niceType, code, supported }) => ({ type, niceType, code, supported }))
    bus.tell('INPUT_EVENT', { merchantPayload: { cards, emittedBy, fields }, type })
  }

  /** Judges one field anew and tells the page what changed about it. */
  function refresh(member: Member) {
    const was = member.state
    member.state = judged(member)
    member.field.show(member.state)
    const { name } = member.field
    if (was.isEmpty !== member.state.isEmpty) report(name, member.state.isEmpty ? 'empty' : 'notEmpty')
    if (was.isValid !== member.state.isValid || was.isPotentiallyValid !== member.state.isPotentiallyValid)
      report(name, 'validityChange')
  }

  function numberChanged(number: string) {
    const was = brands
    brands = brandsOf(number, isSupported)
    const bin = number.slice(0, configuration.binVerificationLength ?? 6)
    if (bin.length === (configuration.binVerificationLength ?? 6) && bin !== announcedBin)
      bus.tell('BIN_AVAILABLE', bin)
    announcedBin = bin
    if (sameBrands(was, brands)) return
    for (const name of ['number', 'cvv'] as const) members.get(name)?.field.follow(brands)
    report('number', 'cardTypeChange')
    const cvv = members.get('cvv')
    if (cvv) refresh(cvv)
  }

  const form = {
    brands: () => brands,
    join(field: Field) {
      const member: Member = { field, state: initial, isFocused: false, hasBeenLeft: false }
      members.set(field.name, member)
      refresh(member)
    },
    changed(name: FieldName) {
      const member = members.get(name)
      if (!member) return
      if (!hasBegun) bus.tell('CARD_FORM_ENTRY_HAS_BEGUN')
      hasBegun = true
      member.hasBeenLeft = false
      if (name === 'number') numberChanged(member.field.value())
      refresh(member)
    },
    focused(name: FieldName, isFocused: boolean) {
      const member = members.get(name)
      if (!member) return
      member.isFocused = isFocused
      member.hasBeenLeft = !isFocused
      report(name, isFocused ? 'focus' : 'blur')
      refresh(member)
    },
    submitted: (name: FieldName) => report(name, 'inputSubmitRequest'),
  }

  bus.hear<TokenizeOptions>('TOKENIZATION_REQUEST', (options, reply) => {
    const values = [...members.values()].map(({ field, state }) => ({ name: field.name, value: field.value(), state }))
    void tokenize(client, values, options).then((answer: TokenizeReply) => reply(answer))
  })
  void bus.ask<ClientConfiguration>('READY_FOR_CLIENT').then(found => {
    client = found
    form.changed('number')
  })
  return form
}

const initial: FieldState = { isEmpty: true, isValid: false, isPotentiallyValid: true }

const sameBrands = (one: Brand[], other: Brand[]) =>
  one.map(brand => brand.type + brand.supported).join() === other.map(brand => brand.type + brand.supported).join()
