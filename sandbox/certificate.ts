/** A certificate for the hosts that the official browser SDK requires. Only a browser configured to trust it will. */
import { generate } from 'selfsigned'

const hosts = [
  '*.braintreegateway.com',
  '*.sandbox.braintreegateway.com',
  '*.braintree-api.com',
  '*.sandbox.braintree-api.com',
  '*.paypal.com',
  '*.stats.paypal.com',
  '*.braintreepayments.com',
  '*.cardinalcommerce.com',
  'localhost',
]

/** Generates a key and a certificate, in about twenty milliseconds. */
export async function makeCertificate() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Longtake sandbox' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [...hosts.map(value => ({ type: 2 as const, value })), { type: 7, ip: '127.0.0.1' }],
      },
    ],
  })
  return { key, cert }
}
