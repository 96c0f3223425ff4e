/** The gateway’s hosted card fields, each in the gateway’s own frame: a card number never reaches our pages. */
import type { Client } from 'braintree-web/client'
import type { HostedFieldFieldOptions, HostedFields } from 'braintree-web/hosted-fields'

import { cardFields, type CardField } from '../card-texts.ts'

const fieldLabels: Record<CardField, { title: string; placeholder: string }> = {
  cardholderName: { title: 'Name on card', placeholder: 'As printed on the card' },
  number: { title: 'Card number', placeholder: '1234 1234 1234 1234' },
  expirationDate: { title: 'Expiration date', placeholder: 'MM/YY' },
  cvv: { title: 'CVV', placeholder: '123' },
  postalCode: { title: 'Zip code', placeholder: '94107' },
}

/** Creates the frames inside the given boxes. */
export const openHostedFields = async (
  client: Client,
  boxes: Readonly<Record<CardField, HTMLElement>>,
): Promise<HostedFields> => {
  const { default: hostedFields } = await import('braintree-web/hosted-fields')
  const fields: HostedFieldFieldOptions = {}
  for (const name of cardFields) {
    const { title, placeholder } = fieldLabels[name]
    fields[name] = { container: boxes[name], placeholder, iframeTitle: title, internalLabel: title }
  }
  return hostedFields.create({
    client,
    fields,
    styles: stylesFor(boxes.number),
  })
}

/** The frames cannot read our CSS tokens, so their current values are passed in. */
const stylesFor = (element: HTMLElement) => ({
  input: {
    'font-family': 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif',
    'font-size': '16px',
    'line-height': '22px',
    color: colorOf(element, '--text'),
  },
  '::placeholder': { color: colorOf(element, '--text-faint') },
  'input.invalid': { color: colorOf(element, '--danger-text') },
})

/** Returns a color token as rgb() in the current theme: older frames support neither oklch() nor light-dark(). */
const colorOf = (element: HTMLElement, token: string): string => {
  const probe = document.createElement('span')
  probe.style.color = `var(${token})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  const pixel = document.createElement('canvas').getContext('2d')
  if (!pixel) return color
  pixel.fillStyle = color
  pixel.fillRect(0, 0, 1, 1)
  const [red, green, blue] = pixel.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
