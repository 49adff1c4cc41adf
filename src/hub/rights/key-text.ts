/** 32 random bytes follow: nobody guesses them, so a plain hash is enough to keep. */
const beginning = "whet_";

/** The key as its holder gets it, from random bytes in base64url. */
export function keyText(random: string): string {
  return `${beginning}${random}`;
}

/** The key in an Authorization header; undefined where there is none that could be one. */
export function keyIn(authorization: string | undefined): string | undefined {
  return /^Bearer +(whet_[\w-]{20,100})$/i.exec(authorization ?? "")?.[1];
}

/** Days of validity, unless somebody says otherwise: a person's key is renewed each year. */
export const keyDays = 365;
