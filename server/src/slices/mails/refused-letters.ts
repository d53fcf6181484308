/** What an owner is told of what was refused: somebody guesses at what guards the account, or shows what may be stolen. */
import { greet, type Letter, type MailReader } from './letters.ts';

/** Passwords: once a day. Codes and PINs: each time that no more of them is looked at for a while. */
export type WrongGuessKind = 'wrong_passwords' | 'wrong_codes' | 'wrong_pins';

/** What was shown where it does not belong. */
export type RefusedKind = WrongGuessKind | 'session_elsewhere' | 'api_token_elsewhere';

const END =
  'If it was not you, set a new password at once: that logs all devices out and ends all API tokens.';

const words: Record<
  RefusedKind,
  { subject: string; news: (userName: string) => string; toDo: string; button: string; notes: string[] }
> = {
  wrong_passwords: {
    subject: 'Wrong passwords',
    news: (userName) =>
      `Somebody tried to log in to your account ${userName} with several wrong passwords today. Nobody got in by that.`,
    toDo: 'If it was you, set a new password. If it was not you, make sure that you use the password nowhere else, and switch on two-step login on the screen Security.',
    button: 'Choose a new password',
    notes: [
      'Told once a day at most. A device on which you logged in before lets you in as always; another one may ask you for a code that goes to this address.',
    ],
  },
  wrong_codes: {
    subject: 'Wrong codes',
    news: (userName) =>
      `Somebody who knows the password of your account ${userName} gave several wrong codes. Nobody got in by that.`,
    toDo: `If it was you, try again later. ${END}`,
    button: 'It was not me',
    notes: [
      'Devices on which you logged in with the second step take your codes as always. Others may take none for a while; they begin anew once you have set a new password by this button.',
    ],
  },
  wrong_pins: {
    subject: 'Wrong PINs',
    news: (userName) =>
      `Somebody who is logged in to your account ${userName} gave several wrong PINs. No money left by that.`,
    toDo: `If it was you, try again later. ${END}`,
    button: 'It was not me',
    notes: [
      'Devices that are still logged in and on which you gave the right PIN take it as always, unless the wrong ones were given there. Others may take none for a while, not even the right one; they begin anew, three times in a day at most, once you have set a new password by this button.',
    ],
  },
  session_elsewhere: {
    subject: 'Refused log in',
    news: (userName) =>
      `Someone used a log in of your account ${userName} without the browser it was opened in. It was refused: nothing was shown and nothing was done by that.`,
    toDo: `It may have been your own browser: it asks like that once its cookies were deleted, or where something between it and us takes them away. Then log in there again. If you know of no such thing, somebody may have copied the log in out of your browser. ${END}`,
    button: 'It was not me',
    notes: [
      'Told once a day at most for each log in, and three times a day in all. Your security activity shows from where it came, and by what. A log in is copied by what runs in the browser: look at its extensions, too.',
    ],
  },
  api_token_elsewhere: {
    subject: 'Refused API token',
    news: (userName) =>
      `An API token of your account ${userName} was used from an address that is not on its list. It was refused: nothing was shown and nothing was done by that.`,
    toDo: 'If it was your own program and it has moved, make a token for its new address. If not, somebody else has the token: delete it at once on the screen Developer, and make another.',
    button: 'Look at my tokens',
    notes: [
      'Told of each token once in a day for one place, and three times in a day at most. Your security activity shows from where it came.',
    ],
  },
};

export function refusedLetter(reader: MailReader, brandName: string, kind: RefusedKind, url: string): Letter {
  const { subject, news, toDo, button, notes } = words[kind];
  return {
    subject: `${subject} for your ${brandName} account`,
    greeting: greet(reader),
    paragraphs: [news(reader.userName), toDo],
    button: { text: button, url },
    notes,
    unsubscribeUrl: null,
  };
}
