import css from './license-terms-note.module.css'

/** Shown below the button that places an order. `version` is what the buyer accepts. */
export const LicenseTermsNote = ({ version }: { version: number | undefined }) => (
  <p className={css.note}>
    By paying you accept the{' '}
    <a
      href={version === undefined ? '/license-terms' : `/license-terms?version=${version}`}
      target="_blank"
      rel="noreferrer"
    >
      License Terms
    </a>
    .
  </p>
)
