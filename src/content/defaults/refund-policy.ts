export const refundPolicySource = `- A file that is broken or is not what its page says is replaced or refunded, whenever you notice.
- Consumers in the European Union and the United Kingdom may withdraw within 14 days, until the first download.
- A refund is paid the way the order was paid.

## Changing your mind {#withdrawal}

A consumer in the European Union or the United Kingdom may withdraw within 14 days of an order without a reason, until the first download of a clip begins. Before it we ask whether delivery shall begin at once, which ends that right for the clip. To withdraw, use the button on the order’s page, or [write to us](/contact?topic=order) with the order’s number. The [withdrawal notice](/withdrawal) has the details and a form.

## When something is wrong {#wrong}

If a file is broken, is not what its page says, or cannot be used for a reason that lies with us, we replace it or refund it, whenever you notice. [Write to us](/contact?topic=order) with the order’s number.

## How a refund is paid {#how}

A refund is paid to the card, account or wallet that paid the order, and a credit note is on the order’s page. The license of a refunded clip ends: take the production down where it shows the clip, and delete the file, as the [license terms](/license-terms#end) say.
`
