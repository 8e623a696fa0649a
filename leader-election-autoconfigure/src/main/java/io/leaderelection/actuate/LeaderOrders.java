/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.leaderelection.actuate;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import io.leaderelection.ControlResult;
import io.leaderelection.LeaderControl;
import io.leaderelection.LeaderElection;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Place at which operators' orders are judged, carried out, worded and audited, whichever
 * way they come in. May be used by any thread; blocks until the order has ended, at most
 * half a minute.
 */
public final class LeaderOrders {

	private static final Log logger = LogFactory.getLog(LeaderOrders.class);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final LeaderReports reports;

	private final LeaderControl control;

	private final Function<String, Duration> coolDowns;

	private final OrderAudit audit;

	private final OrderWording wording;

	/**
	 * Create the orders.
	 * @param reports the reports, which know the elections
	 * @param control carries orders out
	 * @param coolDowns tells how long an instance lets others try after it resigned from
	 * an election, unless the order says so
	 * @param audit takes note of every order
	 */
	public LeaderOrders(LeaderReports reports, LeaderControl control, Function<String, Duration> coolDowns,
			OrderAudit audit) {
		this.reports = reports;
		this.control = control;
		this.coolDowns = coolDowns;
		this.audit = audit;
		this.wording = new OrderWording(reports);
	}

	/**
	 * Give an order. Also one that is refused is audited.
	 * @param given the order
	 * @return the answer
	 */
	public OrderAnswer give(OrderRequest given) {
		return noted(given, judge(given));
	}

	/**
	 * Refuse an order that came in by a way on which the caller may not give it, and
	 * audit the attempt.
	 * @param given the order
	 * @param why a sentence for people
	 * @return the answer, with status 403
	 */
	public OrderAnswer forbid(OrderRequest given, String why) {
		return refuse(given, OrderStatus.FORBIDDEN, why);
	}

	/**
	 * Refuse an order without judging what it asks for, and audit the attempt.
	 * @param given the order, as far as it was read
	 * @param status what becomes of it
	 * @param why a sentence for people
	 * @return the answer
	 */
	public OrderAnswer refuse(OrderRequest given, OrderStatus status, String why) {
		return noted(given, this.wording.answer(given, status, why));
	}

	private OrderAnswer noted(OrderRequest given, OrderAnswer answer) {
		logger.info("Order '%s' of '%s' for election '%s', %s: %s, %s".formatted(
				Order.printable(String.valueOf(given.action())), Order.printable(given.actor()),
				Order.printable(given.election()), (given.reason() != null)
						? "because '%s'".formatted(Order.printable(given.reason())) : "without a reason",
				answer.title().toLowerCase(Locale.ROOT), answer.detail()));
		this.audit.note(given, answer);
		return answer;
	}

	private OrderAnswer judge(OrderRequest given) {
		LeaderElection election = this.reports.find(given.election()).orElse(null);
		if (election == null) {
			return this.wording.answer(given, OrderStatus.UNKNOWN_ELECTION, unknown(given.election()));
		}
		try {
			Order order = Order.of(given);
			return this.wording.answer(given, election, order,
					execute(election, order).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
		}
		catch (InvalidOrderException ex) {
			return this.wording.answer(given, OrderStatus.INVALID, String.valueOf(ex.getMessage()));
		}
		catch (TimeoutException ex) {
			return this.wording.answer(given, OrderStatus.UNDER_WAY,
					"The order was given and goes on; it has not ended within " + PATIENCE.toSeconds() + " s");
		}
		catch (ExecutionException ex) {
			return this.wording.answer(given, OrderStatus.UNCONFIRMED,
					"It is not known what became of the order: " + ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return this.wording.answer(given, OrderStatus.UNDER_WAY,
					"The order was given, but nobody waited for its end");
		}
	}

	/**
	 * Return a sentence on an election that this instance takes no part in.
	 * @param election the name of the election
	 * @return the sentence
	 */
	String unknown(String election) {
		return "This instance takes part in no election '%s', but in %s".formatted(Order.excerpt(election),
				this.reports.names());
	}

	private CompletableFuture<ControlResult> execute(LeaderElection election, Order order) {
		String name = election.name();
		return switch (order.action()) {
			case RESIGN -> this.control.resign(name, order.coolDown(this.coolDowns.apply(name)), order.request());
			case TRANSFER -> this.control.transfer(name, target(election, order.text("to")), order.request());
			case PAUSE -> this.control.pause(name, order.request());
			case RESUME -> this.control.resume(name, order.request());
			case RELEASE -> this.control.release(name, order.term("term"), order.request());
			case ADOPT -> this.control.adopt(name, order.text("lineage"), order.request());
			case RAISE_TERM -> this.control.raiseTerm(name, order.term("term"), order.term("to"), order.request());
		};
	}

	private String target(LeaderElection election, String to) {
		List<String> meant = this.wording.candidatesNamed(election, to);
		if (meant.size() > 1) {
			throw new InvalidOrderException("'to' is '%s', which may be any of %s".formatted(to, meant));
		}
		return meant.isEmpty() ? to : meant.get(0);
	}

}
