/** Links to the company's social profiles; renders nothing without any. */
import { useCompany } from '#platform/settings/company-context.ts'

export const SocialLinks = ({ className }: { className?: string | undefined }) => {
  const { name: company, social } = useCompany()
  if (social.length === 0) return null
  return (
    <ul className={className} aria-label={`${company} elsewhere`}>
      {social.map(({ name, to }) => (
        <li key={name}>
          <a href={to} rel="me noopener">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
