/** The PayPal accounts of the sandbox, all invented. */

export type Buyer = { email: string; payer_id: string; first_name: string; last_name: string }

export const buyers: readonly Buyer[] = [
  { email: 'jane.doe@paypal.example', payer_id: 'JANEDOE7PAYER', first_name: 'Jane', last_name: 'Doe' },
  { email: 'sam.okoro@paypal.example', payer_id: 'SAMOKORO9PAYR', first_name: 'Sam', last_name: 'Okoro' },
]
