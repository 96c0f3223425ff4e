export const californiaPrivacySource = `- For residents of California, in addition to the privacy policy, under the CCPA as changed by the CPRA.
- We do not sell personal information and do not share it for advertising across sites. So there is nothing to opt out of.
- You may know, correct and delete what we hold, and nobody treats you worse for asking.

## What we collect {#collect}

In the last twelve months, in the words of the law:

| Category | What it is here | Disclosed to |
| --- | --- | --- |
| Identifiers | Name, email, network address of a session | Hosting, mail |
| Customer records | Billing address, the last four digits of a card | Hosting, payment provider |
| Commercial information | Carts, orders, licenses, projects | Hosting |
| Internet activity | Clips opened or downloaded as comps, for up to {{privacy.interest}} with the person | Hosting |
| Professional information | Company and occupation, if you tell us | Hosting |

It comes from you and from your browser. We collect no biometric data, no exact location, no inferences about you, and nothing the law calls sensitive, except the password that opens your account, which is stored as a hash. Why, and for how long, is in the [privacy policy](/privacy-policy).

## No sale, no sharing {#sell}

{{company.legal_name}} has not sold personal information and has not shared it for advertising across contexts in the last twelve months, and does neither now, nor that of people under 16. {{privacy.signals}}

## Your rights {#rights}

- **To know** what we hold about you, where it came from, why, and to whom we disclosed it; and to have a copy.
- **To correct** what is wrong.
- **To delete** what we do not have to keep. Orders and invoices stay as long as tax law demands.
- **Not to be treated worse** for using a right.

## How to ask {#ask}

Use the [contact form](/contact?topic=privacy), write to [{{company.email}}](mailto:{{company.email}}) or call {{company.phone}}, free of charge. We check that it is you by the email of your account. Somebody may ask for you with your written permission. We confirm within 10 business days and answer within 45 days.
`
