// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { receipt } from '../../test/people.ts';
import { findPeople, nameOfNumber, peopleOf, personWords } from './people.ts';

const contact = (contactName: string, contactNumber: string, contactNetwork = 'MTN') => ({
  _id: contactNumber,
  contactName,
  contactNumber,
  contactNetwork,
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: '2026-11-20T10:00:00.000Z',
});
const purchase = (recipient: string, changes: Parameters<typeof receipt>[0] = {}) =>
  receipt({ _id: `${recipient}${changes.trans_Type ?? ''}`, recipient, ...changes });

afterEach(() => localStorage.clear());

describe('the people one buys for', () => {
  it('are the numbers of the newest purchases, then the contacts, each once', () => {
    const purchases = [
      purchase('08031110000'),
      purchase('08032220000'),
      purchase('08031110000', { trans_Type: 'data' }),
    ];
    const contacts = [contact('Mama', '08032220000'), contact('Baba', '08054440000', 'GLO')];
    const { all } = peopleOf(purchases, contacts);
    expect(all.map(personWords)).toEqual(['0803 111 0000', 'Mama', 'Baba']);
    expect(nameOfNumber(all, '08032220000')).toBe('Mama');
    expect(nameOfNumber(all, '08031110000')).toBeUndefined();
  });

  it('come with the network that was bought last, else the saved one, else the one of the prefix', () => {
    const purchases = [purchase('08031110000', { trans_Network: 'AIRTEL' })];
    const contacts = [contact('Mama', '08031110000'), contact('Baba', '08032220000', 'GLO')];
    expect(peopleOf(purchases, contacts).all.map(({ network }) => network)).toEqual(['AIRTEL', 'GLO']);
    expect(peopleOf([], [contact('Shop', '08054440000', '')]).all[0]?.network).toBe('GLO');
  });

  it('carry the face value of their last airtime', () => {
    const purchases = [
      purchase('08031110000', { trans_Type: 'data', faceValue: 620 }),
      purchase('08031110000'),
    ];
    expect(peopleOf(purchases, []).all[0]?.lastAirtime).toBe(500);
  });

  it('do not include who only received a refund or a payment', () => {
    expect(peopleOf([purchase('08031110000', { trans_Type: 'refund' })], []).all).toEqual([]);
  });

  it('begin with oneself, who is not among the recent ones again', () => {
    const purchases = [purchase('08031110000', { trans_Network: 'AIRTEL' }), purchase('08032220000')];
    const { own, recents } = peopleOf(purchases, [], '08031110000');
    expect(own).toEqual({ phone: '08031110000', network: 'AIRTEL', lastAirtime: 500 });
    expect(recents.map(({ phone }) => phone)).toEqual(['08032220000']);
    expect(peopleOf([], [], '08054440000').own).toEqual({ phone: '08054440000', network: 'GLO' });
  });

  it('show five at most as recent', () => {
    const purchases = ['1', '2', '3', '4', '5', '6'].map((digit) => purchase(`0803${digit.repeat(7)}`));
    const { recents, all } = peopleOf(purchases, []);
    expect([recents.length, all.length]).toEqual([5, 6]);
  });

  it('are found by name and by digits in any spelling', () => {
    const { all } = peopleOf([], [contact('Mama', '08031110000'), contact('Baba', '08054440000')]);
    expect(findPeople(all, 'MAM').map(personWords)).toEqual(['Mama']);
    expect(findPeople(all, '+234 805').map(personWords)).toEqual(['Baba']);
    expect(findPeople(all, 'nobody')).toEqual([]);
  });

  it.each([
    ['+2340803'],
    ['8031110000'],
    ['\u202a+234 803 111 0000\u202c'],
    ['0803\u2011111'],
    ['Mama: 08031110000'],
  ])('are found by %o', (text) => {
    const { all } = peopleOf([], [contact('Mama', '08031110000'), contact('Baba', '08054440000')]);
    expect(findPeople(all, text).map(personWords)).toEqual(['Mama']);
  });
});
