/** The pages of the identity provider: choosing an account, handing over the credential, and errors. */
import { readFileSync } from 'node:fs'

import { html, pageStyle, type Html } from '../page.ts'
import { people } from './people.ts'
import type { SignInRequest } from './request.ts'

export const identityStyle = pageStyle + readFileSync(new URL('./page.css', import.meta.url), 'utf8')

const renderPage = (title: string, body: Html) =>
  `<!doctype html>${
    html`<html lang="en" data-theme="system">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/page.css" />
      </head>
      <body class="identity">
        <main>
          <p class="stand-in">Sandbox: stands in for Google. Nobody real signs in here.</p>
          ${body}
        </main>
      </body>
    </html>`.markup
  }`

const hiddenInputs = (request: SignInRequest) =>
  Object.entries(request).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)

const initialOf = (name: string) => name.slice(0, 1)

/** The listed people, and a form for any other person. */
export const choicePage = (request: SignInRequest, error?: string) =>
  renderPage(
    'Sign in · Longtake sandbox',
    html`<h1>Choose an account</h1>
      <p class="lead">to continue to <b>${new URL(request.origin).host}</b></p>
      <form method="post" action="/signin">
        ${hiddenInputs(request)}
        <ul class="people">
          ${people.map(
            ({ email, given_name, family_name, about }, index) =>
              html`<li>
                <button name="person" value="${index}">
                  <span class="initial" aria-hidden="true">${initialOf(given_name)}</span>
                  <span class="who">
                    <b>${given_name} ${family_name}</b><span>${email}</span><small>${about}</small>
                  </span>
                </button>
              </li>`,
          )}
        </ul>
      </form>
      <details ${error && html`open`}>
        <summary>Use another account</summary>
        <form class="another" method="post" action="/signin">
          ${hiddenInputs(request)} ${error && html`<p class="mistake" role="alert">${error}</p>`}
          <label>Email <input name="email" type="email" required maxlength="254" autocomplete="off" /></label>
          <div class="pair">
            <label>First name <input name="given_name" maxlength="100" autocomplete="off" /></label>
            <label>Last name <input name="family_name" maxlength="100" autocomplete="off" /></label>
          </div>
          <label class="check"
            ><input type="checkbox" name="email_verified" value="1" checked /> The email is confirmed</label
          >
          <button class="go">Continue</button>
        </form>
      </details>`,
  )

/** Posts the credential to the opener window, limited to its origin. */
export const handOverPage = ({ origin, state }: SignInRequest, credential: string, script_nonce: string) =>
  renderPage(
    'Signing in · Longtake sandbox',
    html`<h1>Signing in</h1>
      <p class="lead" id="status">Returning to the shop.</p>
      <script nonce="${script_nonce}" data-origin="${origin}" data-state="${state}" data-credential="${credential}">
        const { origin, state, credential } = document.currentScript.dataset
        if (window.opener) {
          window.opener.postMessage({ type: 'google-credential', state, credential }, origin)
          window.close()
        } else {
          document.getElementById('status').textContent =
            'The window that opened this one is gone. Close this one and try again from the shop.'
        }
      </script>`,
  )

export const errorPage = (reason: string) =>
  renderPage(
    'Not possible · Longtake sandbox',
    html`<h1>Not possible</h1>
      <p class="lead">${reason}</p>`,
  )

/** The page at the root, for people who open the address by hand. */
export const aboutPage = () =>
  renderPage(
    'Identity · Longtake sandbox',
    html`<h1>Identity provider</h1>
      <p class="lead">
        The shop opens a window of this address when somebody presses “Continue with Google”. These people can sign in:
      </p>
      <ul class="people">
        ${people.map(
          ({ email, given_name, family_name, about }) =>
            html`<li>
              <span class="initial" aria-hidden="true">${initialOf(given_name)}</span>
              <span class="who"> <b>${given_name} ${family_name}</b><span>${email}</span><small>${about}</small> </span>
            </li>`,
        )}
      </ul>`,
  )
