/** Links to the brand's social profiles; renders nothing without any. */
import { brand } from '#platform/brand.ts'

export const SocialLinks = ({ className }: { className?: string | undefined }) =>
  brand.social.length > 0 && (
    <ul className={className} aria-label={`${brand.name} elsewhere`}>
      {brand.social.map(({ name, to }) => (
        <li key={name}>
          <a href={to} rel="me noopener">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
