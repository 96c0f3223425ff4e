import css from './license-terms-note.module.css'

/** Shown below the button that places an order. */
export const LicenseTermsNote = () => (
  <p className={css.note}>
    By paying you accept the{' '}
    <a href="/license-terms" target="_blank" rel="noreferrer">
      License Terms
    </a>
    .
  </p>
)
