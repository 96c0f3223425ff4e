/** Browser launch options: the payment provider's hosts map to the sandbox. */

const paymentHosts = [
  '*.braintreegateway.com',
  '*.braintree-api.com',
  '*.paypal.com',
  '*.braintreepayments.com',
  '*.cardinalcommerce.com',
]

/** `tlsPort`: the sandbox's TLS port, which the provider's official SDK connects to. */
export const launchOptions = (tlsPort: number) => ({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    `--host-resolver-rules=${paymentHosts.map(host => `MAP ${host} 127.0.0.1:${tlsPort}`).join(', ')}`,
    '--ignore-certificate-errors',
  ],
})
