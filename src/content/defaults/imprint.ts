export const imprintSource = `## Who runs this shop {#company}

**{{company.legal_name}}**

{{company.address}}

{{company.country}}

Register: {{company.register}}

## How to reach us {#contact}

- Email: [{{company.email}}](mailto:{{company.email}})
- Phone: {{company.phone}}
- [Contact form](/contact)

## Tax {#tax}

{{company.tax_ids}}
`
