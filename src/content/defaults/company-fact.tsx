/** Facts of the company inside the text of a legal document. */
import { useCompany } from '#platform/settings/company-context.ts'

export const CompanyFact = ({ name }: { name: 'name' | 'legal_name' | 'country' | 'phone' }) => useCompany()[name]

export const CompanyEmail = () => {
  const { email } = useCompany()
  return <a href={`mailto:${email}`}>{email}</a>
}
