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

import java.util.List;

import io.leaderelection.ControlResult;
import io.leaderelection.ElectionObservation;
import io.leaderelection.LeaderElection;
import io.leaderelection.ObservedLeader;
import io.leaderelection.actuate.ElectionDescription.LeaderDescription;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Words in which operators are answered.
 */
final class OrderWording {

	private final LeaderReports reports;

	OrderWording(LeaderReports reports) {
		this.reports = reports;
	}

	/**
	 * Return the candidates for an election, as far as this instance knows.
	 * @param election the election
	 * @return the identities
	 */
	List<String> candidates(LeaderElection election) {
		ElectionObservation observation = election.status().observation();
		return (observation != null) ? List.copyOf(observation.candidates().keySet()) : List.of();
	}

	/**
	 * Return the candidates that an operator may mean. Identities end with a random part,
	 * which nobody types.
	 * @param election the election
	 * @param name the identity, or what stands before its random part
	 * @return the identities
	 */
	List<String> candidatesNamed(LeaderElection election, String name) {
		List<String> candidates = candidates(election);
		return candidates.contains(name) ? List.of(name)
				: candidates.stream()
					.filter((candidate) -> candidate.lastIndexOf('-') == name.length() && candidate.startsWith(name))
					.toList();
	}

	OrderAnswer answer(OrderRequest given, LeaderElection election, Order order, ControlResult result) {
		OrderStatus status = switch (result.status()) {
			case DONE -> OrderStatus.DONE;
			case CONFLICT, REFUSED -> OrderStatus.CONFLICT;
			case UNKNOWN -> OrderStatus.UNCONFIRMED;
		};
		if (status == OrderStatus.CONFLICT && isTargetUnknown(election, order, result.leader())) {
			status = OrderStatus.UNKNOWN_TARGET;
		}
		boolean burned = status == OrderStatus.DONE && burns(order.action());
		ObservedLeader leader = result.leader();
		String detail = StringUtils.capitalize(result.detail());
		if (status == OrderStatus.DONE && order.action() == OrderAction.TRANSFER) {
			detail = detail + ", '%s' is to follow".formatted(order.text("to"));
		}
		if ((status == OrderStatus.CONFLICT || status == OrderStatus.UNKNOWN_TARGET) && needsLeader(order.action())) {
			detail = detail + hint(election, order, leader);
		}
		return new OrderAnswer(status.code(), status.title(), detail, given.election(), given.action(), given.actor(),
				(result.term() > 0) ? result.term() : null, burned ? (result.fenced() ? "fenced" : "not fenced") : null,
				(burned && !result.fenced()) ? result.unsealed() : null, (leader != null) ? describe(leader) : null);
	}

	private String hint(LeaderElection election, Order order, @Nullable ObservedLeader leader) {
		if (leader == null) {
			return "; nobody is known to lead";
		}
		if (!leader.instance().equals(this.reports.instance())) {
			return "; '%s' leads in term %d, send the order to that instance".formatted(leader.instance(),
					leader.term());
		}
		return (order.action() == OrderAction.TRANSFER && !isAnother(election, order)) ? targets(election) : "";
	}

	// Then it is not the target that speaks against the order.
	private boolean isAnother(LeaderElection election, Order order) {
		List<String> meant = candidatesNamed(election, order.text("to"));
		return !meant.isEmpty() && !meant.contains(this.reports.instance());
	}

	private String targets(LeaderElection election) {
		List<String> others = candidates(election).stream()
			.filter((candidate) -> !candidate.equals(this.reports.instance()))
			.toList();
		return others.isEmpty() ? "; there is no other candidate" : "; candidates are " + others;
	}

	// Who cools down, is not eligible or does not run is no candidate either.
	private boolean isTargetUnknown(LeaderElection election, Order order, @Nullable ObservedLeader leader) {
		return order.action() == OrderAction.TRANSFER && leader != null
				&& leader.instance().equals(this.reports.instance())
				&& candidatesNamed(election, order.text("to")).isEmpty();
	}

	private LeaderDescription describe(ObservedLeader leader) {
		return new LeaderDescription(leader.instance(), leader.instance().equals(this.reports.instance()),
				leader.term(), leader.since(), leader.metadata());
	}

	private static boolean needsLeader(OrderAction action) {
		return action == OrderAction.RESIGN || action == OrderAction.TRANSFER;
	}

	private static boolean burns(OrderAction action) {
		return !needsLeader(action) && action != OrderAction.RESUME;
	}

	OrderAnswer answer(OrderRequest given, OrderStatus status, String detail) {
		return new OrderAnswer(status.code(), status.title(), detail, Order.excerpt(given.election()),
				(given.action() != null) ? Order.excerpt(given.action()) : null, given.actor(), null, null, null, null);
	}

}
