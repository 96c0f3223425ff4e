/** The merchant page of the browser test: card fields and device data, with the results on the window. */
import client from 'braintree-web/client'
import dataCollector from 'braintree-web/data-collector'
import hostedFields from 'braintree-web/hosted-fields'

const authorization = await (await fetch('/token')).text()
const instance = await client.create({ authorization })
const { deviceData } = await dataCollector.create({ client: instance })
const card = await hostedFields.create({
  client: instance,
  styles: { input: { color: 'rgb(1, 2, 3)', 'font-size': '17px' }, 'input.invalid': { color: 'rgb(200, 0, 0)' } },
  fields: {
    number: { container: '#number', placeholder: 'Card number', internalLabel: 'Number on the card' },
    cvv: { container: '#cvv' },
    expirationDate: { container: '#expirationDate', placeholder: 'MM/YY' },
    postalCode: { container: '#postalCode' },
    cardholderName: { container: '#cardholderName' },
  },
})

document.querySelector('#pay')?.addEventListener('click', () => {
  Reflect.set(window, 'outcome', undefined)
  card.tokenize().then(
    ({ nonce }) => Reflect.set(window, 'outcome', { nonce }),
    ({ code, details }: { code: string; details?: { invalidFieldKeys?: string[]; originalError?: unknown } }) =>
      Reflect.set(window, 'outcome', {
        error: {
          code,
          details: { invalidFieldKeys: details?.invalidFieldKeys, originalError: details?.originalError },
        },
      }),
  )
})

const getState = () => {
  const { cards, fields } = card.getState()
  const bare = Object.entries(fields).map(([name, { container: _, ...state }]) => [name, state])
  return { cards, fields: Object.fromEntries(bare) as unknown }
}
Object.assign(window, {
  deviceData,
  state: getState,
  clear: (field: 'number') => card.clear(field),
  focusField: (field: 'number') => card.focus(field),
  ready: true,
})
