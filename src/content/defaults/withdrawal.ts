export const withdrawalSource = `- For consumers in the European Union and the United Kingdom: people who buy for themselves and not for a business.
- You can withdraw within 14 days without a reason, until the first download of a clip.
- On the order’s page, by email or by letter.

## Your right of withdrawal {#right}

You have the right to withdraw from this contract within 14 days without giving any reason. The withdrawal period expires 14 days after the day on which the contract was made, which is the day of your order.

To withdraw, use “Withdraw from this order” on the order’s page, or tell us of your decision by an unequivocal statement: {{company.legal_name}}, {{company.address}}, {{company.country}}, [{{company.email}}](mailto:{{company.email}}), {{company.phone}}. You can use the form below, but you do not have to. We confirm a withdrawal on the order’s page by email at once. To keep the period, it is enough that you send your statement before it expires.

## What happens then {#effects}

We pay back everything that we received for the clips that you withdraw from, without undue delay and within 14 days of your statement, by the means that you paid with and at no cost to you. The licenses of these clips end.

## When the right ends early {#early}

Clips are digital content that is not supplied on a tangible medium. Before the first download we ask whether you want delivery to begin before the withdrawal period ends, and you confirm that you lose the right with it. It then ends for each clip when its download begins. We confirm this by email.

## Model withdrawal form {#form}

Fill in this form and send it back only if you want to withdraw from the contract.

To {{company.legal_name}}, {{company.address}}, {{company.country}}, {{company.email}}:

I hereby give notice that I withdraw from my contract for the supply of the following digital content:

- Order number and clips:
- Ordered on:
- Name of consumer:
- Address of consumer:
- Signature of consumer (only if this form is sent on paper):
- Date:
`
