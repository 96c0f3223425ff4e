import type { Company } from '#platform/settings/company.ts'

/** JSON-LD for the home page: the organization and its site search. */
export const organizationJsonLd = (absolute: (path: string) => string, company: Company): object[] => {
  const organization = { '@type': 'Organization', '@id': `${absolute('/')}#organization` }
  return [
    {
      ...organization,
      name: company.name,
      legalName: company.legal_name,
      slogan: company.tagline,
      url: absolute('/'),
      ...(company.is_default && { logo: absolute('/icon.png') }),
      email: company.email,
      telephone: company.phone,
    },
    {
      '@type': 'WebSite',
      name: company.name,
      url: absolute('/'),
      publisher: { '@id': organization['@id'] },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${absolute('/clips')}?q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ]
}
