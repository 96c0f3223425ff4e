/** What somebody chose to do about their two-step sign-in: each opens a dialog that asks for the password first. */
export type TwoStepTask =
  | { kind: 'app' }
  | { kind: 'remove_app' }
  | { kind: 'passkey' }
  | { kind: 'remove_passkey'; id: number; name: string }
  | { kind: 'codes' }
