export const imprintSource = `## Who runs this shop {#company}

**{{company.legal_name}}**

{{company.address}}

{{company.country}}

## How to reach us {#contact}

- Email: [{{company.email}}](mailto:{{company.email}})
- Phone: {{company.phone}}
- [Contact form](/contact)

## Tax {#tax}

VAT number: {{company.vat_number}}
`
