import { brand } from '#platform/brand.ts'

/** JSON-LD for the home page: the organization and its site search. */
export const organizationJsonLd = (absolute: (path: string) => string): object[] => {
  const organization = { '@type': 'Organization', '@id': `${absolute('/')}#organization` }
  return [
    {
      ...organization,
      name: brand.name,
      legalName: brand.legal_name,
      slogan: brand.tagline,
      url: absolute('/'),
      logo: absolute('/icon.png'),
      email: brand.email,
      telephone: brand.phone,
    },
    {
      '@type': 'WebSite',
      name: brand.name,
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
